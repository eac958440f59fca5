import { currentCorrelationId, newId } from '#libs/core';
import type { AuditEvent } from './audit-event.js';
import { RecordedEvents } from './recorded-events.js';

/**
 * The head of an INSERT of audit events from a SELECT: id, actor, action, resource, status, metadata, correlation id.
 * For hot statements that change a row and record it in one round trip.
 */
export const INSERT_AUDIT_EVENT =
  'INSERT INTO audit_events (id, actor, action, resource, status, metadata, correlation_id)';

/** Inserts any number of audit events; takes `auditColumns`. */
export const INSERT_AUDIT_EVENTS = `${INSERT_AUDIT_EVENT}
  SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::jsonb[], $7::uuid[])`;

/** Returns the parameters of INSERT_AUDIT_EVENTS, with new ids, and adds to the current call's RecordedEvents. */
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
