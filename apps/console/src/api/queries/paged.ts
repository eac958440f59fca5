import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import { dataOf } from '../client.js';
import { pollInterval } from '../poll-interval.js';
import { nextCursor } from '../next-cursor.js';

const PAGE = 50;

/** What every list takes beside its filters. */
export interface PageParams {
  readonly limit: number;
  readonly cursor: string | undefined;
}

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
    queryFn: async ({ pageParam, signal }) => {
      const call = fetchPage({ limit: PAGE, cursor: pageParam }, signal);
      const rows = (await dataOf(
        call as Promise<PageResponse<Row> & { error?: undefined }>,
      )) as readonly Row[];
      return { rows, next: nextCursor((await call).response) };
    },
    getNextPageParam: ({ next }) => next,
    // Only the first page is polled: further pages would move while they are read.
    refetchInterval: (query) => pollInterval(query, (query.state.data?.pages.length ?? 1) > 1 ? null : poll),
  });
}
