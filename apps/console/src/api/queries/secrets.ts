import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components, paths } from '@countersign/client';
import { api, dataOf } from '../client.js';
import { pagedQuery } from './paged.js';

/** Shorter parts have no index. */
const SHORTEST_PART = 3;

export type Secret = components['schemas']['SecretResponse'];
export type Disclosure = components['schemas']['DisclosureResponse'];
export type SecretFilter = Pick<
  NonNullable<paths['/api/v1/secrets']['get']['parameters']['query']>,
  'status' | 'project_id' | 'environment_id' | 'provider_connection_id' | 'q' | 'key'
>;

/** So many secrets a search finds at most. */
export const MOST_FOUND = 20;

/** Discovered secrets whose reference has this part, or begins with it where it is short; at most `MOST_FOUND`. */
export const secretSearchQuery = (part: string) =>
  queryOptions({
    queryKey: ['secrets', 'search', part],
    queryFn: async ({ signal }) => {
      const found = part.length >= SHORTEST_PART ? { q: part } : part === '' ? {} : { ref_prefix: part };
      const query = { ...found, status: 'active' as const, limit: MOST_FOUND };
      return dataOf(api.GET('/api/v1/secrets', { params: { query }, signal }));
    },
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });

/** What is known of secrets in the stores: never a value. */
export const secretsQuery = (filter: SecretFilter) =>
  pagedQuery<Secret>(['secrets', 'list', filter], (page, signal) =>
    api.GET('/api/v1/secrets', { params: { query: { ...filter, ...page } }, signal }),
  );

/** One secret, without its values. */
export const secretQuery = (id: string) =>
  queryOptions({
    queryKey: ['secrets', 'one', id],
    queryFn: async ({ signal }) =>
      dataOf(api.GET('/api/v1/secrets/{id}', { params: { path: { id } }, signal })),
  });

/** Who has fetched values of a secret, newest first. */
export const disclosuresQuery = (id: string) =>
  pagedQuery<Disclosure>(['secrets', 'disclosures', id], (page, signal) =>
    api.GET('/api/v1/secrets/{id}/disclosures', { params: { path: { id }, query: page }, signal }),
  );
