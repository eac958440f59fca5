import { queryOptions } from '@tanstack/react-query';
import type { components } from '@countersign/client';
import { api, withIfMatch, withStepUp, dataOf, type Versioned, versionOf } from '../client.js';
import type { StepUpPrompt } from '../step-up-prompt.js';
import { fetchAllPages } from './all-pages.js';

export type Role = components['schemas']['RoleResponse'];
export type CatalogEntry = components['schemas']['PermissionResponse'];
export type NewRole = components['schemas']['CreateRoleBody'];

/** Every role. */
export const rolesQuery = queryOptions({
  queryKey: ['roles', 'all'],
  queryFn: async ({ signal }) =>
    fetchAllPages((page) => api.GET('/api/v1/roles', { params: { query: page }, signal })),
});

/** One role as it was read. */
export const roleQuery = (id: string) =>
  queryOptions({
    queryKey: ['roles', 'one', id],
    queryFn: async ({ signal }) =>
      versionOf(api.GET('/api/v1/roles/{id}', { params: { path: { id } }, signal })),
  });

/** What there is to permit, group by group. */
export const permissionsQuery = queryOptions({
  queryKey: ['permissions'],
  queryFn: async ({ signal }) => dataOf(api.GET('/api/v1/permissions', { signal })),
  staleTime: Infinity,
});

/** Makes a role. @throws ApiError */
export async function createRole(body: NewRole, prompt: StepUpPrompt, idempotencyKey: string): Promise<Role> {
  return dataOf(api.POST('/api/v1/roles', { body, ...withStepUp(prompt, idempotencyKey) }));
}

/** Replaces what a role permits, for everybody who holds it. @throws ApiError */
export async function setPermissions(
  read: Versioned<Role>,
  permissions: readonly string[],
  prompt: StepUpPrompt,
): Promise<Versioned<Role>> {
  const params = { path: { id: read.row.id } };
  const body = { permissions: [...permissions] };
  return versionOf(api.PUT('/api/v1/roles/{id}/permissions', { params, body, ...withIfMatch(prompt, read) }));
}

/** Deletes a role that nobody holds. @throws ApiError */
export async function deleteRole(read: Versioned<Role>, prompt: StepUpPrompt): Promise<void> {
  const params = { path: { id: read.row.id } };
  await dataOf(api.DELETE('/api/v1/roles/{id}', { params, ...withIfMatch(prompt, read) }));
}
