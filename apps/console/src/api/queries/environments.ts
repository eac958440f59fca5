import { queryOptions } from '@tanstack/react-query';
import type { components } from '@countersign/client';
import { api, changing, confirmed, dataOf, type Versioned, versionOf } from '../client.js';
import type { Deed } from '../deed.js';
import { wholeList } from './whole-list.js';

export type Environment = components['schemas']['EnvironmentResponse'];

/** Every environment, for lists of projects. */
export const environmentsQuery = queryOptions({
  queryKey: ['environments', 'all'],
  queryFn: async ({ signal }) =>
    wholeList((page) => api.GET('/api/v1/environments', { params: { query: page }, signal })),
});

/** The environments of a project, in the order in which they were made; nothing while none is chosen. */
export const environmentsOfQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['environments', 'of', projectId],
    queryFn: async ({ signal }) =>
      wholeList((query) => {
        const params = { path: { id: projectId }, query };
        return api.GET('/api/v1/projects/{id}/environments', { params, signal });
      }),
    enabled: projectId !== '',
  });

/** One environment, with its version for those who change it. */
export const environmentQuery = (id: string) =>
  queryOptions({
    queryKey: ['environments', 'one', id],
    queryFn: async ({ signal }) =>
      versionOf(api.GET('/api/v1/environments/{id}', { params: { path: { id } }, signal })),
  });

/** Makes an environment. @throws ApiError */
export async function createEnvironment(
  body: components['schemas']['CreateEnvironmentBody'],
  deed: Deed,
  idempotencyKey: string,
): Promise<Environment> {
  return dataOf(api.POST('/api/v1/environments', { body, ...confirmed(deed, idempotencyKey) }));
}

/** Changes description and risk level of an environment. @throws ApiError */
export async function updateEnvironment(
  read: Versioned<Environment>,
  body: components['schemas']['UpdateEnvironmentBody'],
  deed: Deed,
): Promise<Environment> {
  const params = { path: { id: read.row.id } };
  return dataOf(api.PUT('/api/v1/environments/{id}', { params, body, ...changing(deed, read) }));
}

/** Deletes an environment with what hangs on it. @throws ApiError */
export async function deleteEnvironment(id: string, deed: Deed): Promise<void> {
  await dataOf(api.DELETE('/api/v1/environments/{id}', { params: { path: { id } }, ...confirmed(deed) }));
}
