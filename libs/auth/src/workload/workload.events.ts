import type { Actor, AuditEvent } from '#libs/audit';
import type { SignInOrigin } from '../auth.events.js';
import type { WorkloadIdentity } from './workload-identities.store.js';

/** Why a workload's token was refused; recorded in the audit log only. */
export type WorkloadDenial =
  | 'token_malformed'
  | 'issuer_unknown'
  | 'token_invalid'
  | 'audience_unknown'
  | 'claims_mismatch'
  | 'workload_ambiguous'
  | 'workload_disabled'
  | 'token_used';

const ACTION = 'auth.workload.login';

/** The audit events of workloads. */
export const workloadEvents = {
  signedIn: (
    { id, name, issuer, audience }: Pick<WorkloadIdentity, 'id' | 'name' | 'issuer' | 'audience'>,
    session: { id: string; subject: string },
    origin: SignInOrigin,
  ): AuditEvent => ({
    actor: `workload:${name}`,
    action: ACTION,
    resource: `workload_identity:${id}`,
    status: 'success',
    metadata: { session_id: session.id, issuer, audience, subject: session.subject, ip: origin.ip },
  }),
  /** @param name the one workload that the token matches; null when there is no single one */
  denied: (kind: WorkloadDenial, name: string | null, source: string | null): AuditEvent => ({
    actor: name === null ? 'anonymous' : `workload:${name}`,
    action: ACTION,
    resource: null,
    status: 'denied',
    metadata: { error_kind: kind, source },
  }),
  created: (actor: Actor, workload: WorkloadIdentity) => onWorkload(actor, 'workload.create', workload),
  updated: (actor: Actor, workload: WorkloadIdentity) => onWorkload(actor, 'workload.update', workload),
  deleted: (actor: Actor, workload: WorkloadIdentity) => onWorkload(actor, 'workload.delete', workload),
} as const;

function onWorkload(actor: Actor, action: string, workload: WorkloadIdentity): AuditEvent {
  const { id, name, issuer, audience, claims, role_name, scope, disabled } = workload;
  const metadata = { name, issuer, audience, claims, role_name, scope, disabled };
  return { actor, action, resource: `workload_identity:${id}`, status: 'success', metadata };
}
