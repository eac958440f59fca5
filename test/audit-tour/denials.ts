import { canary } from '../support/canary.js';
import { TestClient } from '../support/client.js';
import { WorkloadIssuer } from '../support/workload-issuer.js';
import { created } from '../support/world.js';
import { newWorkload } from './identity-steps.js';
import type { Shot } from './step.js';
import { STEPS } from './steps.js';
import type { TourWorld } from './tour-world.js';

/** A call that is refused with a 403. */
export interface Denial {
  /** The route's name, as in the description. */
  readonly route: string;
  readonly prepare: (world: TourWorld) => Promise<Shot>;
}

/** Returns the call of the tour with something about it changed. */
function but(route: string, change: (world: TourWorld, shot: Shot) => Promise<Partial<Shot>>): Denial {
  const prepare = async (world: TourWorld): Promise<Shot> => {
    const shot = await STEPS[route]!.prepare(world);
    return { ...shot, ...(await change(world, shot)) };
  };
  return { route, prepare };
}

/** Returns the same call with other members in its body. */
const withBody = (route: string, members: (world: TourWorld) => Promise<object>): Denial =>
  but(route, async (world, { body }) => ({ body: { ...(body as object), ...(await members(world)) } }));

/** Returns the same call by somebody who holds the role in another team alone. */
const fromAnotherTeam = (route: string, role: string): Denial =>
  but(route, async ({ admin, somebody, unique }) => {
    const { id } = created(await admin.post('/teams', { name: unique('team') }));
    return { by: await somebody(role, { scope: { team_id: id }, fresh: true }) };
  });

async function workload(world: TourWorld): Promise<TestClient> {
  const issuer = await WorkloadIssuer.listen();
  const { audience } = await newWorkload(world, issuer.url);
  const by = new TestClient(world.stack.apis[0]!.url);
  const { token } = await world.must(
    by.post('/auth/workload', { jwt: await issuer.token({ aud: audience }) }),
  );
  return Object.assign(by, { token });
}

/** A rule for what the returned members name, for workloads as well, that asks for a step-up. */
async function steppedUpRule({ admin, unique }: TourWorld): Promise<object> {
  const workflow = created(await admin.post('/workflows', { name: unique('workflow'), min_approvers: 1 }));
  const secret_ref = unique('stepped-up/');
  const selector = { principal_kind: 'workload', secret_ref_prefix: secret_ref };
  const rule = { name: unique('rule'), selector, workflow_id: workflow.id, priority: 60, requires_mfa: true };
  created(await admin.post('/policies', rule));
  return { secret_ref };
}

const CROSS_SITE = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' };
const RULES = '/api/v1/projects/{projectID}/policy-rules';
const BINDINGS = '/api/v1/projects/{projectID}/provider-connection-bindings';

/** How each 403 comes about, by its code. */
export const DENIALS: Readonly<Record<string, Denial>> = {
  permission_denied: but('POST /api/v1/roles', async ({ somebody }) => ({ by: await somebody(null) })),
  cross_site_request_refused: but('POST /api/v1/teams', async (_world, { by }) => ({
    by: by.inBrowser,
    headers: CROSS_SITE,
  })),
  workload_not_allowed: but('POST /api/v1/teams', async (world) => ({ by: await workload(world) })),
  workload_cannot_step_up: but('POST /api/v1/requests/read', async (world, { body }) => ({
    by: await workload(world),
    body: { ...(body as object), ...(await steppedUpRule(world)) },
  })),
  browser_session_required: but('POST /api/v1/auth/cli/allow', async ({ somebody }) => ({
    by: await somebody(null, { fresh: true }),
  })),
  cli_device_sign_in_disabled: withBody('POST /api/v1/auth/cli/start', async () => ({ redirect_uri: null })),
  password_incorrect: withBody('PUT /api/v1/users/me/password', async () => ({
    current: canary('password of somebody else'),
  })),
  grant_exceeds_own: but('POST /api/v1/roles', async ({ admin, somebody, unique }) => {
    const role = created(await admin.post('/roles', { name: unique('role'), permissions: ['role.edit'] }));
    return { by: await somebody(role.name) };
  }),
  out_of_scope_team: fromAnotherTeam('POST /api/v1/requests/{id}/fill', 'value_provider'),
  out_of_scope_project: but('PUT /api/v1/projects/{id}/status', async ({ approver }) => ({ by: approver })),
  out_of_scope_policy: fromAnotherTeam(`POST ${RULES}`, 'policy_author'),
  prod_policy_not_allowed_for_scope: withBody(`POST ${RULES}`, async ({ prod }) => ({
    selector: { environment_id: prod.id },
  })),
  workflow_not_authorable_for_scope: withBody(`POST ${RULES}`, async ({ admin, unique }) => {
    const workflow = created(await admin.post('/workflows', { name: unique('workflow'), min_approvers: 1 }));
    return { workflow_id: workflow.id };
  }),
  platform_policy_not_editable: but(`PUT ${RULES}/{ruleID}`, async ({ admin, must, project }) => {
    const [rule] = await must(admin.get('/policies'));
    return { ids: [project.id, rule.id] };
  }),
  out_of_scope_binding: fromAnotherTeam(`POST ${BINDINGS}`, 'provider_connection_binder'),
  prod_binding_not_allowed_for_scope: withBody(`POST ${BINDINGS}`, async ({ prod }) => ({
    environment_id: prod.id,
  })),
  connection_not_self_service_bindable: withBody(`POST ${BINDINGS}`, async ({ connection }) => ({
    provider_connection_id: connection.id,
  })),
  direct_reveal_not_allowed: withBody(
    'POST /api/v1/projects/{id}/environments/{env_id}/direct-reveal',
    async ({ unique }) => ({ secret_ref: unique('nowhere/') }),
  ),
  actor_mismatch: withBody('POST /api/v1/requests/{id}/cancel', async ({ admin }) => ({
    actor_id: admin.userId,
  })),
  separation_of_duties_violated: but('POST /api/v1/requests/{id}/approve', async (world) => {
    const { body } = await STEPS['POST /api/v1/requests/read']!.prepare(world);
    const { id } = created(await world.admin.post('/requests/read', body));
    return { by: world.admin, ids: [id] };
  }),
  not_requester: but('GET /api/v1/requests/{id}/wraps/{wrap_id}', async ({ approver }) => ({ by: approver })),
  not_owner: but('POST /api/v1/reveal-sessions/{id}/expire', async ({ approver }) => ({ by: approver })),
};
