import type { Actor, AuditEvent } from '#libs/audit';
import type { RevealSession } from './reveal-sessions.store.js';

/** The audit events of reveal sessions, under their request's correlation id. They name keys, never values. */
export const revealEvents = {
  opened: (actor: Actor, session: RevealSession, keyNames: readonly string[]): AuditEvent => ({
    actor,
    action: 'reveal.session.opened',
    resource: `reveal_session:${session.id}`,
    status: 'success',
    metadata: {
      access_request_id: session.access_request_id,
      key_names: keyNames,
      ttl_seconds: session.ttl_seconds,
    },
    correlationId: session.correlation_id,
  }),
  expired: (actor: Actor, session: RevealSession): AuditEvent => ({
    actor,
    action: 'reveal.session.expired',
    resource: `reveal_session:${session.id}`,
    status: 'success',
    metadata: { access_request_id: session.access_request_id, reason: session.expired_reason },
    correlationId: session.correlation_id,
  }),
} as const;
