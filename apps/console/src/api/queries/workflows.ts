import { queryOptions } from '@tanstack/react-query';
import type { components } from '@countersign/client';
import { api, changing, confirmed, dataOf, type Versioned, versionOf } from '../client.js';
import type { Deed } from '../deed.js';
import { wholeList } from './whole-list.js';

export type Workflow = components['schemas']['WorkflowResponse'];
export type NewWorkflow = components['schemas']['CreateWorkflowBody'];
export type WorkflowChange = components['schemas']['UpdateWorkflowBody'];

/** Every workflow, oldest first. */
export const workflowsQuery = queryOptions({
  queryKey: ['workflows', 'all'],
  queryFn: ({ signal }) =>
    wholeList<Workflow>((page) => api.GET('/api/v1/workflows', { params: { query: page }, signal })),
});

/** The workflows that rules of projects and teams may use. */
export const authorableQuery = queryOptions({
  queryKey: ['workflows', 'authorable'],
  queryFn: ({ signal }) =>
    wholeList((page) =>
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
export async function createWorkflow(body: NewWorkflow, deed: Deed, key: string): Promise<Workflow> {
  return dataOf(api.POST('/api/v1/workflows', { body, ...confirmed(deed, key) }));
}

/** Changes a workflow as it was read. @throws ApiError */
export async function updateWorkflow(
  read: Versioned<Workflow>,
  body: WorkflowChange,
  deed: Deed,
): Promise<Workflow> {
  const params = { path: { id: read.row.id } };
  return dataOf(api.PUT('/api/v1/workflows/{id}', { params, body, ...changing(deed, read) }));
}

/** Deletes a workflow as it was read. @throws ApiError */
export async function deleteWorkflow(read: Versioned<Workflow>, deed: Deed): Promise<void> {
  const params = { path: { id: read.row.id } };
  await dataOf(api.DELETE('/api/v1/workflows/{id}', { params, ...changing(deed, read) }));
}
