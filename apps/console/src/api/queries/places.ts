import { queryOptions } from '@tanstack/react-query';
import type { components } from '@countersign/client';
import { api, dataOf } from '../client.js';
import { fetchAllPages } from './all-pages.js';

export type MyProject = components['schemas']['MyProjectResponse'];
const FIVE_MINUTES = 5 * 60_000;

/** Every project that the person sees, by name; for choices. */
export const projectsQuery = queryOptions({
  queryKey: ['projects', 'all'],
  queryFn: async ({ signal }) =>
    fetchAllPages((page) => api.GET('/api/v1/projects', { params: { query: page }, signal })),
  staleTime: FIVE_MINUTES,
});

/** The projects in which the person can make requests, with their environments. */
export const myProjectsQuery = queryOptions({
  queryKey: ['projects', 'mine'],
  queryFn: async ({ signal }) =>
    fetchAllPages((page) => api.GET('/api/v1/users/me/projects', { params: { query: page }, signal })),
  staleTime: FIVE_MINUTES,
});

/** Every team that the person sees, by name. */
export const teamsQuery = queryOptions({
  queryKey: ['teams', 'all'],
  queryFn: async ({ signal }) =>
    fetchAllPages((page) => api.GET('/api/v1/teams', { params: { query: page }, signal })),
  staleTime: FIVE_MINUTES,
});

/** The connections through which requests of an environment can go: ids and names; null for any of the project's. */
export const connectionsOfQuery = (projectId: string, environmentId: string | null) =>
  queryOptions({
    queryKey: ['connections', 'of', projectId, environmentId],
    queryFn: async ({ signal }): Promise<{ id: string; name: string }[]> => {
      const query = { project_id: projectId, environment_id: environmentId ?? undefined, limit: 200 };
      return dataOf(api.GET('/api/v1/provider-connections', { params: { query }, signal }));
    },
    staleTime: 60_000,
    enabled: projectId !== '' && environmentId !== '',
  });
