import type { AuditFilter } from '#libs/audit';
import type { PageRequest } from '#libs/core';
import { ACTIONS, middleRequest, numberedId } from './event-world.js';

export interface LogQuery {
  readonly name: string;
  readonly filter: AuditFilter;
  readonly after: PageRequest['after'];
}

const DAY_MS = 86_400_000;

/** One query for each filter, alone and together, as somebody would ask them of a log of that many events. */
export function logQueries(events: number): LogQuery[] {
  const actor = `user:${numberedId(7)}`;
  const request = numberedId(middleRequest(events));
  const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
  const query = (name: string, filter: AuditFilter, after: PageRequest['after'] = null): LogQuery => ({
    ...{ name, filter, after },
  });
  return [
    query('no filter', {}),
    query('a page from the middle', {}, { at: ago(180), id: numberedId(0) }),
    query('actor', { actor }),
    query('action', { action: ACTIONS[1] }),
    query('action*', { action: 'request.*' }),
    query('resource', { resource: `request:${request}` }),
    query('resource*', { resource: `request:${request.slice(0, -1)}*` }),
    query('an action that never was', { action: 'never.*' }),
    query('correlation_id', { correlationId: request }),
    query('request_id', { requestId: request }),
    query('project_id', { projectId: numberedId(7) }),
    query('since and until', { since: ago(200), until: ago(199) }),
    query('actor and action', { actor, action: ACTIONS[1] }),
    query('actor and an action never theirs', { actor, action: 'user.create' }),
    query('actor, until', { actor, until: ago(100) }),
    query('resource and action', { resource: `request:${request}`, action: 'request.*' }),
  ];
}
