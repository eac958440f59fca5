import type { Json, SealedEvent } from '#libs/merkle-log';

/** An audit event as the statements below return it: `occurred_at` in UTC with microseconds. */
export interface SealedRow extends SealedEvent {
  readonly metadata: Json;
}

/** The columns of `audit_events e` that a leaf covers. */
export const SEALED_COLUMNS = `e.id, e.actor, e.action, e.resource, e.status, e.metadata, e.correlation_id,
  to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS occurred_at`;
