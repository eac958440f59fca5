import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../client.js';
import { pollInterval } from '../poll-interval.js';

/** How many requests the person may act on now: the frame of every page asks it. */
export const waitingCountQuery = queryOptions({
  queryKey: ['requests', 'waiting', 'count'],
  queryFn: async ({ signal }) => dataOf(api.GET('/api/v1/requests/waiting/count', { signal })),
  refetchInterval: (query) => pollInterval(query, 'counts'),
});
