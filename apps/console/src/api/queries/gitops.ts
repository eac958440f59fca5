import type { components } from '@countersign/client';
import { api, withStepUp, dataOf } from '../client.js';
import type { StepUpPrompt } from '../step-up-prompt.js';
import { pagedQuery } from './paged.js';

type Schemas = components['schemas'];
export type Endpoint = Schemas['EndpointResponse'];
export type Application = Schemas['ApplicationResponse'];
export type Mapping = Schemas['MappingResponse'];

/** The Argo CD servers whose applications agents report. */
export const endpointsQuery = pagedQuery<Endpoint>(
  ['gitops', 'endpoints'],
  (page, signal) => api.GET('/api/v1/argocd-endpoints', { params: { query: page }, signal }),
  'lists',
);

/** The applications that were seen at an endpoint, as they were last. */
export const applicationsQuery = (endpointId: string) =>
  pagedQuery<Application>(
    ['gitops', 'applications', endpointId],
    (page, signal) => {
      const params = { path: { id: endpointId }, query: page };
      return api.GET('/api/v1/argocd-endpoints/{id}/discovered-apps', { params, signal });
    },
    'lists',
  );

/** Which application belongs to which environment. */
export const mappingsQuery = pagedQuery<Mapping>(['gitops', 'mappings'], (page, signal) =>
  api.GET('/api/v1/gitops-app-mappings', { params: { query: page }, signal }),
);

/** @throws ApiError */
export async function createEndpoint(
  body: Schemas['CreateEndpointBody'],
  prompt: StepUpPrompt,
  key: string,
): Promise<Endpoint> {
  return dataOf(api.POST('/api/v1/argocd-endpoints', { body, ...withStepUp(prompt, key) }));
}

/** @throws ApiError */
export async function setEndpointEnabled(id: string, enabled: boolean, prompt: StepUpPrompt): Promise<void> {
  const params = { path: { id } };
  await dataOf(
    api.PUT('/api/v1/argocd-endpoints/{id}/enabled', { params, body: { enabled }, ...withStepUp(prompt) }),
  );
}

/** Deletes an endpoint with its mappings and what was seen there. @throws ApiError */
export async function deleteEndpoint(id: string, prompt: StepUpPrompt): Promise<void> {
  await dataOf(
    api.DELETE('/api/v1/argocd-endpoints/{id}', { params: { path: { id } }, ...withStepUp(prompt) }),
  );
}

/** @throws ApiError */
export async function createMapping(
  body: Schemas['CreateMappingBody'],
  prompt: StepUpPrompt,
  key: string,
): Promise<Mapping> {
  return dataOf(api.POST('/api/v1/gitops-app-mappings', { body, ...withStepUp(prompt, key) }));
}

/** @throws ApiError */
export async function deleteMapping(id: string, prompt: StepUpPrompt): Promise<void> {
  const params = { path: { id } };
  await dataOf(api.DELETE('/api/v1/gitops-app-mappings/{id}', { params, ...withStepUp(prompt) }));
}
