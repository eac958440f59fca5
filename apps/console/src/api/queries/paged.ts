import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import { dataOf } from '../client.js';
import { pollInterval } from '../poll-interval.js';
import { nextCursor } from '../next-cursor.js';
import type { Part } from './merge-newest-first.js';

/** Rows of a page. */
export const PAGE = 50;

/** What every list takes beside its filters. */
export interface PageParams {
  readonly limit: number;
  readonly cursor: string | undefined;
}

type PolledPages = Parameters<typeof pollInterval>[0] & {
  readonly state: { readonly data?: { readonly pages: readonly unknown[] } | undefined };
};

/** What a call of a list gives. */
export interface PageResponse<Row> {
  readonly data?: readonly Row[];
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * Returns the query of a list in pages of 50.
 *
 * @param fetchPage calls the service for one page
 * @param poll the polling interval of its first page; null for none
 */
export function pagedQuery<Row>(
  queryKey: QueryKey,
  fetchPage: (page: PageParams, signal: AbortSignal) => Promise<PageResponse<Row>>,
  poll: Parameters<typeof pollInterval>[1] = null,
) {
  return infiniteQueryOptions({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => pageOf(fetchPage({ limit: PAGE, cursor: pageParam }, signal)),
    getNextPageParam: ({ next }) => next,
    refetchInterval: (query) => pollFirst(query, poll),
  });
}

/** Returns the rows of a call of a list, and the cursor of the next page; undefined for the last one. */
export async function pageOf<Row>(call: Promise<PageResponse<Row>>): Promise<Part<Row>> {
  const rows = await dataOf(call as Promise<PageResponse<Row> & { error?: undefined }>);
  return { rows: rows as readonly Row[], next: nextCursor((await call).response) };
}

/** Returns the polling interval of a list. Only its first page is polled: further pages would move while they are read. */
export function pollFirst(query: PolledPages, poll: Parameters<typeof pollInterval>[1]): number | false {
  return pollInterval(query, (query.state.data?.pages.length ?? 1) > 1 ? null : poll);
}
