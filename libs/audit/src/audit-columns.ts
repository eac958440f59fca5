import { currentCorrelationId, newId } from '#libs/core';
import type { AuditEvent } from './audit-event.js';

/** Returns the parameters of `auditRows` for these events, column by column, with new ids. */
export function auditColumns(events: readonly AuditEvent[]): unknown[] {
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
