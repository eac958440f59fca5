import { queryOptions } from '@tanstack/react-query';
import { dataOf, openApi } from '../client.js';

/** What this service is and which ways to sign in it has. */
export const metaQuery = queryOptions({
  queryKey: ['meta'],
  queryFn: async ({ signal }) => dataOf(openApi.GET('/api/v1/meta', { signal })),
  staleTime: 60_000,
});
