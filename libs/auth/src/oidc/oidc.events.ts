import type { AuditEvent } from '#libs/audit';
import type { Reconciled } from '#libs/rbac';
import type { AccountMatch } from '#libs/users';
import type { SignInRefused } from './sign-in-refused.js';

/** What is recorded of a completed callback. */
export interface CompletedCallback {
  readonly userId: string;
  readonly sessionId: string;
  readonly amr: readonly string[];
  /** Whether the token's amr stamped last_mfa_at. */
  readonly stamped: boolean;
  /** How the user was matched; `step_up` for an existing session. */
  readonly account: AccountMatch | 'step_up';
}

/** The audit events of OIDC sign-in (specification "Audit event actions"). */
export const oidcEvents = {
  callback: ({ userId, sessionId, amr, stamped, account }: CompletedCallback): AuditEvent => ({
    actor: `user:${userId}`,
    action: 'auth.oidc.callback',
    resource: `user:${userId}`,
    status: 'success',
    metadata: { amr, session_id: sessionId, mfa_stamped: stamped, account },
  }),
  callbackDenied: ({ refusal, detail, userId }: SignInRefused): AuditEvent => ({
    actor: userId === null ? 'anonymous' : `user:${userId}`,
    action: 'auth.oidc.callback',
    resource: userId === null ? null : `user:${userId}`,
    status: 'denied',
    metadata: { error_kind: refusal, ...(detail === null ? {} : { detail }) },
  }),
  rolesReconciled: (userId: string, { added, removed, skipped }: Reconciled): AuditEvent => ({
    actor: 'system:oidc',
    action: 'auth.oidc.role_reconcile',
    resource: `user:${userId}`,
    status: 'success',
    metadata: { added, removed, skipped },
  }),
  reconcileFailed: (userId: string, reason: string): AuditEvent => ({
    actor: 'system:oidc',
    action: 'auth.oidc.reconcile_failed',
    resource: `user:${userId}`,
    status: 'failure',
    metadata: { reason },
  }),
} as const;
