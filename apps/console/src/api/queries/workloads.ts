import { queryOptions } from '@tanstack/react-query';
import type { components } from '@countersign/client';
import { api, withIfMatch, withStepUp, dataOf, type Versioned, versionOf } from '../client.js';
import type { StepUpPrompt } from '../step-up-prompt.js';
import { pagedQuery } from './paged.js';

export type Workload = components['schemas']['WorkloadResponse'];
export type NewWorkload = components['schemas']['CreateWorkloadBody'];
export type WorkloadChange = components['schemas']['ReplaceWorkloadBody'];

/** Every workload, oldest first. */
export const workloadsQuery = pagedQuery<Workload>(['workloads', 'list'], (query, signal) =>
  api.GET('/api/v1/workload-identities', { params: { query }, signal }),
);

/** One workload as it was read. */
export const workloadQuery = (id: string) =>
  queryOptions({
    queryKey: ['workloads', 'one', id],
    queryFn: async ({ signal }) =>
      versionOf(api.GET('/api/v1/workload-identities/{id}', { params: { path: { id } }, signal })),
  });

/** Registers a workload. @throws ApiError */
export async function createWorkload(
  body: NewWorkload,
  prompt: StepUpPrompt,
  key: string,
): Promise<Workload> {
  return dataOf(api.POST('/api/v1/workload-identities', { body, ...withStepUp(prompt, key) }));
}

/** Replaces what a workload may ask for, disables or enables it; its jobs are signed out. @throws ApiError */
export async function replaceWorkload(
  read: Versioned<Workload>,
  body: WorkloadChange,
  prompt: StepUpPrompt,
): Promise<Versioned<Workload>> {
  const params = { path: { id: read.row.id } };
  return versionOf(
    api.PUT('/api/v1/workload-identities/{id}', { params, body, ...withIfMatch(prompt, read) }),
  );
}

/** Deletes a workload for good. @throws ApiError */
export async function deleteWorkload(read: Versioned<Workload>, prompt: StepUpPrompt): Promise<void> {
  const params = { path: { id: read.row.id } };
  await dataOf(api.DELETE('/api/v1/workload-identities/{id}', { params, ...withIfMatch(prompt, read) }));
}
