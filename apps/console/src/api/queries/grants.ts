import { queryOptions } from '@tanstack/react-query';
import type { components, operations } from '@countersign/client';
import { api, withStepUp, dataOf } from '../client.js';
import type { StepUpPrompt } from '../step-up-prompt.js';
import { pagedQuery } from './paged.js';
import { fetchAllPages } from './all-pages.js';

export type Grant = components['schemas']['AssignmentResponse'];
export type NewGrant = components['schemas']['GrantRoleBody'];
/** Who made a grant: a person, the identity provider at sign-in, or the service at its first start. */
export type Origin = NonNullable<GrantsFilter['origin']>;

/** What grants can be filtered by. */
export type GrantsFilter = Omit<
  NonNullable<operations['userRoles_list']['parameters']['query']>,
  'limit' | 'cursor' | 'order'
>;

/** Grants, newest first. */
export const grantsQuery = (filter: GrantsFilter) =>
  pagedQuery<Grant>(['grants', 'list', filter], (page, signal) => {
    const query = { order: '-created_at' as const, ...filter, ...page };
    return api.GET('/api/v1/user-roles', { params: { query }, signal });
  });

/** Every grant. */
export const allGrantsQuery = queryOptions({
  queryKey: ['grants', 'all'],
  queryFn: async ({ signal }) =>
    fetchAllPages((page) => api.GET('/api/v1/user-roles', { params: { query: page }, signal })),
  staleTime: 30_000,
});

/** Every grant of one person. */
export const grantsOfQuery = (userId: string) =>
  queryOptions({
    queryKey: ['grants', 'of', userId],
    queryFn: async ({ signal }) =>
      fetchAllPages((query) => {
        const params = { path: { userID: userId }, query };
        return api.GET('/api/v1/users/{userID}/roles', { params, signal });
      }),
  });

/** Grants a role to a person. @throws ApiError */
export async function grantRole(
  body: NewGrant,
  prompt: StepUpPrompt,
  idempotencyKey: string,
): Promise<Grant> {
  return dataOf(api.POST('/api/v1/user-roles', { body, ...withStepUp(prompt, idempotencyKey) }));
}

/** Takes a grant away. @throws ApiError */
export async function revokeGrant(id: string, prompt: StepUpPrompt): Promise<void> {
  await dataOf(api.DELETE('/api/v1/user-roles/{id}', { params: { path: { id } }, ...withStepUp(prompt) }));
}

/** Returns who made a grant. */
export function originOf({ granted_by: by }: Pick<Grant, 'granted_by'>): Origin {
  return by === 'system:oidc' ? 'oidc' : by === 'system:bootstrap' ? 'bootstrap' : 'manual';
}
