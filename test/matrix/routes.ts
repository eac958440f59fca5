import { PEOPLE, type Principal, PRINCIPALS } from './principals.js';

/** Who gets past the guard of a route; what the others get follows from who they are. */
export interface Row {
  readonly past: readonly Principal[];
  /** Whoever may pass but has not stepped up is asked to. */
  readonly stepUp?: true;
  /** The code of the 403 where it is not permission_denied. */
  readonly refusal?: string;
}

const ANYBODY: Row = { past: PRINCIPALS };
const AGENT: Row = { past: ['agent'] };
const SIGNED_IN: Row = { past: [...PEOPLE, 'stale'] };
/** For changes of factors this holds for people who have one, as everybody here has (D22). */
const FRESHLY_SIGNED_IN: Row = { past: PEOPLE, stepUp: true };

/** Holders of these roles; `stale` is an administrator. */
const only = (...past: Principal[]): Row => ({ past: past.includes('admin') ? [...past, 'stale'] : past });
const fresh = (...past: Principal[]): Row => ({ past, stepUp: true });

/** The same with another code for those without a grant (D65). */
const but = (row: Row, refusal: string): Row => ({ ...row, refusal });

/** One row for each operation of the description, written by hand: it says what the specification says. */
export const ROUTES: Readonly<Record<string, Row>> = {
  'GET /api/v1/agents': SIGNED_IN,
  'POST /api/v1/agents': only('admin'),
  'POST /api/v1/agents/{id}/dek': AGENT,
  'POST /api/v1/agents/{id}/gitops/observations': AGENT,
  'POST /api/v1/agents/{id}/heartbeat': AGENT,
  'POST /api/v1/agents/{id}/jobs/{job_id}/complete': AGENT,
  'POST /api/v1/agents/{id}/jobs/claim': AGENT,
  'PUT /api/v1/agents/{id}/public-key': AGENT,
  'POST /api/v1/agents/{id}/revoke': only('admin'),
  'POST /api/v1/agents/{id}/rotate-secret': AGENT,
  'POST /api/v1/agents/{id}/secrets/bulk': AGENT,
  'GET /api/v1/agents/{id}/self': AGENT,
  'POST /api/v1/agents/{id}/wraps': AGENT,
  'GET /api/v1/agents/{id}/wraps/{wrap_id}': AGENT,
  'POST /api/v1/agents/enroll': ANYBODY,
  'GET /api/v1/argocd-endpoints': SIGNED_IN,
  'POST /api/v1/argocd-endpoints': only('integrator'),
  'DELETE /api/v1/argocd-endpoints/{id}': only('integrator'),
  'GET /api/v1/argocd-endpoints/{id}/discovered-apps': SIGNED_IN,
  'PUT /api/v1/argocd-endpoints/{id}/enabled': only('integrator'),
  'GET /api/v1/audit-checkpoints/consistency': only('admin', 'approver', 'developer'),
  'GET /api/v1/audit-checkpoints/latest': only('admin', 'approver', 'developer'),
  'GET /api/v1/audit-events': only('admin', 'approver', 'developer'),
  'GET /api/v1/audit-events/{id}/proof': only('admin', 'approver', 'developer'),
  'POST /api/v1/auth/login': ANYBODY,
  'POST /api/v1/auth/logout': SIGNED_IN,
  'POST /api/v1/auth/mfa/challenge': SIGNED_IN,
  'POST /api/v1/auth/mfa/verify': SIGNED_IN,
  'POST /api/v1/auth/oidc/backchannel': ANYBODY,
  'GET /api/v1/auth/oidc/callback': ANYBODY,
  'POST /api/v1/auth/oidc/logout': ANYBODY,
  'GET /api/v1/auth/oidc/start': ANYBODY,
  'GET /api/v1/environments': SIGNED_IN,
  'POST /api/v1/environments': only('admin'),
  'GET /api/v1/environments/{id}': SIGNED_IN,
  'PUT /api/v1/environments/{id}': only('admin'),
  'DELETE /api/v1/environments/{id}': only('admin'),
  'GET /api/v1/gitops-app-mappings': SIGNED_IN,
  'POST /api/v1/gitops-app-mappings': only('integrator'),
  'DELETE /api/v1/gitops-app-mappings/{id}': only('integrator'),
  'POST /api/v1/jobs': only('integrator'),
  'GET /api/v1/jobs/{id}': only('integrator'),
  'GET /api/v1/meta': ANYBODY,
  'GET /api/v1/openapi.json': ANYBODY,
  'GET /api/v1/permissions': SIGNED_IN,
  'GET /api/v1/platform-settings': SIGNED_IN,
  'PUT /api/v1/platform-settings': only('admin'),
  'GET /api/v1/policies': SIGNED_IN,
  'POST /api/v1/policies': only('admin'),
  'GET /api/v1/policies/{id}': SIGNED_IN,
  'PUT /api/v1/policies/{id}': only('admin'),
  'DELETE /api/v1/policies/{id}': only('admin'),
  'GET /api/v1/policies/{id}/history': only('admin'),
  'POST /api/v1/policies/simulate': only('admin', 'policy_author'),
  'GET /api/v1/projects': SIGNED_IN,
  'POST /api/v1/projects': SIGNED_IN,
  'GET /api/v1/projects/{id}': SIGNED_IN,
  'GET /api/v1/projects/{id}/environments': SIGNED_IN,
  'POST /api/v1/projects/{id}/environments/{env_id}/direct-reveal': but(
    only('developer'),
    'direct_reveal_not_allowed',
  ),
  'PUT /api/v1/projects/{id}/status': SIGNED_IN,
  'POST /api/v1/projects/{project_id}/secrets': only('provider_connection_binder', 'integrator'),
  'GET /api/v1/projects/{projectID}/policy-rules': SIGNED_IN,
  'POST /api/v1/projects/{projectID}/policy-rules': only('policy_author'),
  'GET /api/v1/projects/{projectID}/policy-rules/{ruleID}': SIGNED_IN,
  'PUT /api/v1/projects/{projectID}/policy-rules/{ruleID}': only('policy_author'),
  'DELETE /api/v1/projects/{projectID}/policy-rules/{ruleID}': only('policy_author'),
  'GET /api/v1/projects/{projectID}/policy-rules/{ruleID}/history': only('policy_author'),
  'GET /api/v1/projects/{projectID}/provider-connection-bindings': SIGNED_IN,
  'POST /api/v1/projects/{projectID}/provider-connection-bindings': only('provider_connection_binder'),
  'DELETE /api/v1/projects/{projectID}/provider-connection-bindings/{bindingID}': only(
    'provider_connection_binder',
  ),
  'DELETE /api/v1/provider-connection-bindings/{bid}': only('integrator'),
  // Without a query it is the administrators' list; the two others look at grants behind the guard (D64).
  'GET /api/v1/provider-connections': only('integrator'),
  'POST /api/v1/provider-connections': only('integrator'),
  'GET /api/v1/provider-connections/{id}': only('integrator'),
  'PUT /api/v1/provider-connections/{id}': only('integrator'),
  'DELETE /api/v1/provider-connections/{id}': only('integrator'),
  'GET /api/v1/provider-connections/{id}/bindings': only('integrator'),
  'POST /api/v1/provider-connections/{id}/bindings': only('integrator'),
  'POST /api/v1/provider-connections/{id}/discover-now': only('integrator'),
  'GET /api/v1/provider-connections/{id}/enrollment-tokens': only('admin'),
  'POST /api/v1/provider-connections/{id}/enrollment-tokens': only('admin'),
  'DELETE /api/v1/provider-connections/{id}/enrollment-tokens/{tokenID}': only('admin'),
  'GET /api/v1/requests': SIGNED_IN,
  'POST /api/v1/requests': but(only('admin', 'developer'), 'out_of_scope_project'),
  'POST /api/v1/requests/cross-team': only('admin', 'developer'),
  'GET /api/v1/requests/inbox': SIGNED_IN,
  'GET /api/v1/requests/inbox/count': SIGNED_IN,
  'GET /api/v1/requests/{id}': SIGNED_IN,
  'POST /api/v1/requests/{id}/approve': fresh('admin', 'approver'),
  'POST /api/v1/requests/{id}/cancel': SIGNED_IN,
  'POST /api/v1/requests/{id}/fill': only('value_provider'),
  'GET /api/v1/requests/{id}/gitops': SIGNED_IN,
  'POST /api/v1/requests/{id}/refuse': only('value_provider'),
  'POST /api/v1/requests/{id}/reject': fresh('admin', 'approver'),
  'POST /api/v1/requests/{id}/verify': only('admin', 'approver', 'security_approver'),
  'GET /api/v1/requests/{id}/wraps': SIGNED_IN,
  'GET /api/v1/requests/{id}/wraps/{wrap_id}': FRESHLY_SIGNED_IN,
  'POST /api/v1/requests/read': but(only('admin', 'developer'), 'out_of_scope_project'),
  'POST /api/v1/reveal-sessions': FRESHLY_SIGNED_IN,
  'POST /api/v1/reveal-sessions/{id}/expire': SIGNED_IN,
  'GET /api/v1/reveal-sessions/me/active': SIGNED_IN,
  'GET /api/v1/roles': SIGNED_IN,
  'POST /api/v1/roles': only('admin'),
  'GET /api/v1/roles/{id}': SIGNED_IN,
  'DELETE /api/v1/roles/{id}': only('admin'),
  'PUT /api/v1/roles/{id}/permissions': only('admin'),
  'GET /api/v1/secrets': SIGNED_IN,
  'GET /api/v1/secrets/{id}': SIGNED_IN,
  'GET /api/v1/teams': SIGNED_IN,
  'POST /api/v1/teams': only('admin'),
  'GET /api/v1/teams/{id}': SIGNED_IN,
  'PUT /api/v1/teams/{id}': only('admin'),
  'PUT /api/v1/teams/{id}/status': only('admin'),
  'GET /api/v1/teams/{teamID}/policy-rules': only('policy_author'),
  'POST /api/v1/teams/{teamID}/policy-rules': only('policy_author'),
  'GET /api/v1/teams/{teamID}/policy-rules/{ruleID}': only('policy_author'),
  'PUT /api/v1/teams/{teamID}/policy-rules/{ruleID}': only('policy_author'),
  'DELETE /api/v1/teams/{teamID}/policy-rules/{ruleID}': only('policy_author'),
  'GET /api/v1/teams/{teamID}/policy-rules/{ruleID}/history': only('policy_author'),
  'GET /api/v1/user-roles': SIGNED_IN,
  'POST /api/v1/user-roles': only('admin'),
  'DELETE /api/v1/user-roles/{id}': only('admin'),
  'GET /api/v1/users': only('admin'),
  'POST /api/v1/users': fresh('admin'),
  'POST /api/v1/users/me/mfa/webauthn/finish': SIGNED_IN,
  'POST /api/v1/users/me/mfa/webauthn/start': FRESHLY_SIGNED_IN,
  'PUT /api/v1/users/{id}/disabled': only('admin'),
  'DELETE /api/v1/users/{id}/mfa/factors': fresh('admin'),
  'DELETE /api/v1/users/{id}/sessions': only('admin'),
  'POST /api/v1/users/{id}/unlock': only('admin'),
  'GET /api/v1/users/{userID}/roles': SIGNED_IN,
  'GET /api/v1/users/me': SIGNED_IN,
  'GET /api/v1/users/me/mfa/factors': SIGNED_IN,
  'DELETE /api/v1/users/me/mfa/factors/{id}': FRESHLY_SIGNED_IN,
  'POST /api/v1/users/me/mfa/totp/confirm': SIGNED_IN,
  'POST /api/v1/users/me/mfa/totp/start': FRESHLY_SIGNED_IN,
  'GET /api/v1/users/me/projects': SIGNED_IN,
  'GET /api/v1/workflows': SIGNED_IN,
  'POST /api/v1/workflows': only('admin'),
  'GET /api/v1/workflows/{id}': SIGNED_IN,
  'PUT /api/v1/workflows/{id}': only('admin'),
  'DELETE /api/v1/workflows/{id}': only('admin'),
  'GET /api/v1/workflows/scoped-policy-authorable': only('policy_author'),
  'GET /healthz': ANYBODY,
  'GET /metrics': ANYBODY,
  'GET /readyz': ANYBODY,
};

/** @throws Error for a route without a row */
export function rowOf(name: string): Row {
  const row = ROUTES[name];
  if (!row) throw new Error(`${name} has no row in test/matrix/routes.ts: say who gets past its guard.`);
  return row;
}
