import { queryOptions } from '@tanstack/react-query';
import type { components } from '@countersign/client';
import { api, withIfMatch, withStepUp, dataOf, type Versioned, versionOf } from '../client.js';
import type { StepUpPrompt } from '../step-up-prompt.js';

export type Project = components['schemas']['ProjectResponse'];

/** One project, with its version for those who change it. */
export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: ['projects', 'one', id],
    queryFn: async ({ signal }) =>
      versionOf(api.GET('/api/v1/projects/{id}', { params: { path: { id } }, signal })),
  });

/** Makes a project. @throws ApiError */
export async function createProject(
  body: components['schemas']['CreateProjectBody'],
  prompt: StepUpPrompt,
  idempotencyKey: string,
): Promise<Project> {
  return dataOf(api.POST('/api/v1/projects', { body, ...withStepUp(prompt, idempotencyKey) }));
}

/** Changes what is written about a project, or its team. @throws ApiError */
export async function updateProject(
  read: Versioned<Project>,
  body: components['schemas']['UpdateProjectBody'],
  prompt: StepUpPrompt,
): Promise<Project> {
  const params = { path: { id: read.row.id } };
  return dataOf(api.PUT('/api/v1/projects/{id}', { params, body, ...withIfMatch(prompt, read) }));
}

/** Archives a project, or takes it back. @throws ApiError */
export async function setProjectStatus(
  read: Versioned<Project>,
  status: Project['status'],
  prompt: StepUpPrompt,
): Promise<Project> {
  const params = { path: { id: read.row.id } };
  const call = { params, body: { status }, ...withIfMatch(prompt, read) };
  return dataOf(api.PUT('/api/v1/projects/{id}/status', call));
}
