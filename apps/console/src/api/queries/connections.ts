import { queryOptions } from '@tanstack/react-query';
import type { components } from '@countersign/client';
import { api, withIfMatch, withStepUp, dataOf, type Versioned, versionOf } from '../client.js';
import type { StepUpPrompt } from '../step-up-prompt.js';
import { pollInterval } from '../poll-interval.js';
import type { Binding } from './bindings.js';
import { type PageResponse, pagedQuery, type PageParams } from './paged.js';
import { fetchAllPages } from './all-pages.js';

type Schemas = components['schemas'];
export type Connection = Schemas['ConnectionResponse'];
export type EnrollmentToken = Schemas['EnrollmentTokenResponse'];
export type NewConnection = Schemas['CreateConnectionBody'];
export type ConnectionChange = Schemas['UpdateConnectionBody'];

/** Every connection, for those who administer them. */
export const connectionsQuery = pagedQuery<Connection>(['connections', 'list'], listOf, 'lists');

/** The connections in use for which no agent answers. */
export const unservedConnectionsQuery = queryOptions({
  queryKey: ['connections', 'unserved'],
  queryFn: async ({ signal }) => {
    const all = await fetchAllPages((query) => listOf(query, signal));
    return all.filter((each) => each.status === 'active' && each.agents_alive === 0);
  },
  refetchInterval: (query) => pollInterval(query, 'agents'),
});

/** Without a project the whole rows come. */
async function listOf(query: PageParams, signal: AbortSignal): Promise<PageResponse<Connection>> {
  return api.GET('/api/v1/provider-connections', { params: { query }, signal }) as Promise<
    PageResponse<Connection>
  >;
}

/** One connection with its version. */
export const connectionQuery = (id: string) =>
  queryOptions({
    queryKey: ['connections', 'one', id],
    queryFn: ({ signal }) => readConnection(id, signal),
    refetchInterval: (query) =>
      pollInterval(query, query.state.data?.row.last_discover_status === 'running' ? 'running' : 'agents'),
  });

/** Reads one connection anew. @throws ApiError */
export async function readConnection(id: string, signal?: AbortSignal): Promise<Versioned<Connection>> {
  const params = { path: { id } };
  // Its version says nothing of discovery and agents: a browser that asked by it would keep showing the old ones.
  return versionOf(api.GET('/api/v1/provider-connections/{id}', { params, signal, cache: 'no-store' }));
}

/** Where a connection is bound. */
export const bindingsQuery = (id: string) =>
  pagedQuery<Binding>(['connections', 'bindings', id], (page, signal) =>
    api.GET('/api/v1/provider-connections/{id}/bindings', {
      params: { path: { id }, query: page },
      signal,
    }),
  );

/** The enrollment tokens of a connection, newest first, without themselves. @param waits for one to be used */
export const enrollmentTokensQuery = (id: string, waits = false) =>
  queryOptions({
    queryKey: ['connections', 'tokens', id],
    queryFn: async ({ signal }) => {
      const tokens = await fetchAllPages((query) => {
        const params = { path: { id }, query };
        return api.GET('/api/v1/provider-connections/{id}/enrollment-tokens', { params, signal });
      });
      return tokens.reverse();
    },
    refetchInterval: (query) => pollInterval(query, waits ? 'running' : 'lists'),
  });

/** @throws ApiError */
export async function createConnection(
  body: NewConnection,
  prompt: StepUpPrompt,
  key: string,
): Promise<Connection> {
  return dataOf(api.POST('/api/v1/provider-connections', { body, ...withStepUp(prompt, key) }));
}

/** Changes the members of `body`. @throws ApiError */
export async function changeConnection(
  { row: { id }, ...read }: Versioned<Connection>,
  body: ConnectionChange,
  prompt: StepUpPrompt,
): Promise<Connection> {
  const params = { path: { id } };
  return dataOf(api.PUT('/api/v1/provider-connections/{id}', { params, body, ...withIfMatch(prompt, read) }));
}

/** Deletes a connection that nothing uses. @throws ApiError */
export async function deleteConnection(
  { row: { id }, ...read }: Versioned<Connection>,
  prompt: StepUpPrompt,
): Promise<void> {
  const params = { path: { id } };
  await dataOf(api.DELETE('/api/v1/provider-connections/{id}', { params, ...withIfMatch(prompt, read) }));
}

/** Takes an enrollment token back before an agent uses it. @throws ApiError */
export async function revokeToken(connectionId: string, id: string, prompt: StepUpPrompt): Promise<void> {
  const params = { path: { id: connectionId, tokenID: id } };
  await dataOf(
    api.DELETE('/api/v1/provider-connections/{id}/enrollment-tokens/{tokenID}', {
      params,
      ...withStepUp(prompt),
    }),
  );
}

/** Looks for secrets in the store now, whatever its schedule. @returns the job @throws ApiError */
export async function discoverNow(id: string): Promise<Schemas['StartedDiscoveryResponse']> {
  const params = { path: { id } };
  return dataOf(api.POST('/api/v1/provider-connections/{id}/discover-now', { params }));
}
