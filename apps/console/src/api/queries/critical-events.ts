import { infiniteQueryOptions } from '@tanstack/react-query';
import { CRITICAL } from '../../ui/audit-labels.js';
import { api } from '../client.js';
import { type AuditEvent, queryOf } from './audit.js';
import type { AuditFilter } from './audit-filter.js';
import { mergeNewestFirst, type Part } from './merge-newest-first.js';
import { PAGE, pageOf, pollFirst } from './paged.js';

/** A page of every list of one critical action. */
interface Page {
  readonly parts: readonly Part<AuditEvent>[];
  /** The cursors of their next pages, undefined for those at their end; undefined when all are. */
  readonly next: readonly (string | undefined)[] | undefined;
}

/** Audit events that require attention, newest first. The service narrows its list to one action: each has its own call. */
export const criticalEventsQuery = (filter: AuditFilter, follow: boolean) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'critical', filter, follow],
    initialPageParam: undefined as Page['next'],
    queryFn: async ({ pageParam: cursors, signal }): Promise<Page> => {
      const calls = CRITICAL.map(async (action, index): Promise<Part<AuditEvent>> => {
        const cursor = cursors?.[index];
        if (cursors !== undefined && cursor === undefined) return { rows: [], next: undefined };
        const query = { ...queryOf(filter), action, limit: PAGE, cursor };
        return pageOf(api.GET('/api/v1/audit-events', { params: { query }, signal }));
      });
      const parts = await Promise.all(calls);
      const next = parts.map((part) => part.next);
      return { parts, next: next.some((cursor) => cursor !== undefined) ? next : undefined };
    },
    getNextPageParam: ({ next }) => next,
    select: ({ pages, pageParams }) => ({
      pages: [{ rows: mergeNewestFirst(pages.map(({ parts }) => parts)) }],
      pageParams,
    }),
    refetchInterval: (query) => pollFirst(query, follow ? 'tail' : 'lists'),
  });
