import { queryOptions } from '@tanstack/react-query';
import type { components } from '@countersign/client';
import { api, withIfMatch, withStepUp, dataOf, type Versioned, versionOf } from '../client.js';
import type { StepUpPrompt } from '../step-up-prompt.js';
import { fetchAllPages } from './all-pages.js';

export type Workflow = components['schemas']['WorkflowResponse'];
export type NewWorkflow = components['schemas']['CreateWorkflowBody'];
export type WorkflowChange = components['schemas']['UpdateWorkflowBody'];

/** Every workflow, oldest first. */
export const workflowsQuery = queryOptions({
  queryKey: ['workflows', 'all'],
  queryFn: ({ signal }) =>
    fetchAllPages<Workflow>((page) => api.GET('/api/v1/workflows', { params: { query: page }, signal })),
});

/** The workflows that rules of projects and teams may use. */
export const authorableQuery = queryOptions({
  queryKey: ['workflows', 'authorable'],
  queryFn: ({ signal }) =>
    fetchAllPages((page) =>
      api.GET('/api/v1/workflows/scoped-policy-authorable', { params: { query: page }, signal }),
    ),
});

/** One workflow, with its version. */
export const workflowQuery = (id: string) =>
  queryOptions({
    queryKey: ['workflows', 'one', id],
    queryFn: async ({ signal }) =>
      versionOf(api.GET('/api/v1/workflows/{id}', { params: { path: { id } }, signal })),
  });

/** Makes a workflow. @throws ApiError */
export async function createWorkflow(
  body: NewWorkflow,
  prompt: StepUpPrompt,
  key: string,
): Promise<Workflow> {
  return dataOf(api.POST('/api/v1/workflows', { body, ...withStepUp(prompt, key) }));
}

/** Changes a workflow as it was read. @throws ApiError */
export async function updateWorkflow(
  read: Versioned<Workflow>,
  body: WorkflowChange,
  prompt: StepUpPrompt,
): Promise<Workflow> {
  const params = { path: { id: read.row.id } };
  return dataOf(api.PUT('/api/v1/workflows/{id}', { params, body, ...withIfMatch(prompt, read) }));
}

/** Deletes a workflow as it was read. @throws ApiError */
export async function deleteWorkflow(read: Versioned<Workflow>, prompt: StepUpPrompt): Promise<void> {
  const params = { path: { id: read.row.id } };
  await dataOf(api.DELETE('/api/v1/workflows/{id}', { params, ...withIfMatch(prompt, read) }));
}
