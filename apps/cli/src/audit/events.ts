import { type Client, everyRow } from '#client';
import type { AuditEvent } from './check-events.js';
import type { EventQuery } from './event-filter.js';

const MAX_PAGE_SIZE = 1000;

/** Returns events, newest first. @param headers sent with each call */
export function eventsOf(
  api: Client,
  query: EventQuery,
  most = Infinity,
  headers: Readonly<Record<string, string>> = {},
): AsyncGenerator<AuditEvent> {
  const limit = Math.min(most, MAX_PAGE_SIZE);
  return everyRow((cursor) =>
    api.GET('/api/v1/audit-events', { params: { query: { ...query, limit, cursor } }, headers }),
  );
}
