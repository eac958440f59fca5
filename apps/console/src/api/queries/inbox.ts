import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../client.js';
import { pollInterval } from '../poll-interval.js';
import { pagedQuery } from './paged.js';
import type { AccessRequest } from './requests.js';

/** Requests that wait for values of the person's teams. @param team one of them; undefined for all */
export const inboxQuery = (team: string | undefined) =>
  pagedQuery<AccessRequest>(
    ['requests', 'inbox', team],
    (page, signal) => {
      const query = { ...page, team_id: team, expand: 'names' as const };
      return api.GET('/api/v1/requests/inbox', { params: { query }, signal });
    },
    'lists',
  );

/** How many of them wait for each team. */
export const inboxCountQuery = queryOptions({
  queryKey: ['requests', 'inbox', 'count'],
  queryFn: async ({ signal }) => dataOf(api.GET('/api/v1/requests/inbox/count', { signal })),
  refetchInterval: (query) => pollInterval(query, 'counts'),
});
