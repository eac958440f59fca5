import { queryOptions } from '@tanstack/react-query';
import type { components } from '@countersign/client';
import { api, withIfMatch, withStepUp, dataOf, type Versioned, versionOf } from '../client.js';
import type { StepUpPrompt } from '../step-up-prompt.js';
import { fetchAllPages } from './all-pages.js';

export type Environment = components['schemas']['EnvironmentResponse'];

/** Every environment, for lists of projects. */
export const environmentsQuery = queryOptions({
  queryKey: ['environments', 'all'],
  queryFn: async ({ signal }) =>
    fetchAllPages((page) => api.GET('/api/v1/environments', { params: { query: page }, signal })),
});

/** The environments of a project, in the order in which they were made; nothing while none is chosen. */
export const environmentsOfQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['environments', 'of', projectId],
    queryFn: async ({ signal }) =>
      fetchAllPages((query) => {
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
  prompt: StepUpPrompt,
  idempotencyKey: string,
): Promise<Environment> {
  return dataOf(api.POST('/api/v1/environments', { body, ...withStepUp(prompt, idempotencyKey) }));
}

/** Changes description and risk level of an environment. @throws ApiError */
export async function updateEnvironment(
  read: Versioned<Environment>,
  body: components['schemas']['UpdateEnvironmentBody'],
  prompt: StepUpPrompt,
): Promise<Environment> {
  const params = { path: { id: read.row.id } };
  return dataOf(api.PUT('/api/v1/environments/{id}', { params, body, ...withIfMatch(prompt, read) }));
}

/** Deletes an environment with what hangs on it. @throws ApiError */
export async function deleteEnvironment(id: string, prompt: StepUpPrompt): Promise<void> {
  await dataOf(api.DELETE('/api/v1/environments/{id}', { params: { path: { id } }, ...withStepUp(prompt) }));
}
