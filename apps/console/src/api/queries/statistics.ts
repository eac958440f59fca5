import { queryOptions } from '@tanstack/react-query';
import type { components } from '@countersign/client';
import { api, dataOf } from '../client.js';
import { reachability } from '../reachability.js';

export type RequestDay = components['schemas']['RequestDayResponse'];
export type RequestCounts = components['schemas']['RequestCountsResponse'];

/** How many days are looked at, today among them: the service counts 90 at most. */
export const STATISTICS_DAYS = { '7d': 7, '30d': 30, '90d': 90 } as const;
export type StatisticsSpan = keyof typeof STATISTICS_DAYS;
const DAY_MS = 86_400_000;

/** How many requests were made in each of the last days, of UTC, and what became of them. */
export const requestStatisticsQuery = (span: StatisticsSpan) =>
  queryOptions({
    queryKey: ['requests', 'statistics', span],
    queryFn: async ({ signal }) => {
      const tomorrow = Date.now() + reachability.clockAhead() + DAY_MS;
      const query = { since: dayOf(tomorrow - STATISTICS_DAYS[span] * DAY_MS), until: dayOf(tomorrow) };
      return (await dataOf(api.GET('/api/v1/stats/requests', { params: { query }, signal }))).days;
    },
    staleTime: 60_000,
  });

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
