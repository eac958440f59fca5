import { currentCorrelationId, newId } from '#libs/core';
import type { AuditEvent } from './audit-event.js';
import { RecordedEvents } from './recorded-events.js';

/**
 * The head of an INSERT of audit events from a SELECT: id, actor, action, resource, status, metadata, correlation id.
 * For hot statements that change a row and record it in one round trip.
 */
export const INSERT_AUDIT_EVENT =
  'INSERT INTO audit_events (id, actor, action, resource, status, metadata, correlation_id)';

/** Returns the FROM item of such a SELECT: the parameters of `auditColumns`, from `$first` on, as rows. */
export function auditRows(first: number): string {
  const types = ['uuid', 'text', 'text', 'text', 'text', 'jsonb', 'uuid'];
  return `unnest(${types.map((type, index) => `$${first + index}::${type}[]`).join(', ')})`;
}

/** Returns the parameters of `auditRows` for these events, column by column, with new ids. */
export function auditColumns(events: readonly AuditEvent[]): unknown[] {
  RecordedEvents.add(events.length);
  return [
    events.map(() => newId()),
    events.map((event) => event.actor),
    events.map((event) => event.action),
    events.map((event) => event.resource),
    events.map((event) => event.status),
    events.map((event) => JSON.stringify(event.metadata ?? {})),
    events.map((event) => event.correlationId ?? currentCorrelationId()),
  ];
}
