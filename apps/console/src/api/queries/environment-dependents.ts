import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.js';
import type { Environment } from './environments.js';
import { scopedRules } from './scoped-rules.js';
import { fetchAllPages } from './all-pages.js';

const OPEN = ['pending', 'pending_values', 'pending_verification', 'approved'] as const;

/** What is deleted together with an environment, as far as the user may see it. */
export const environmentDependentsQuery = ({ id, project_id: projectID }: Environment) =>
  queryOptions({
    queryKey: ['environments', 'hanging on', id],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const [bindings, secrets, { rules }, requests] = await Promise.all([
        fetchAllPages((page) => {
          const params = { path: { projectID }, query: { ...page, environment_id: id } };
          return api.GET('/api/v1/projects/{projectID}/provider-connection-bindings', { params, signal });
        }),
        fetchAllPages((page) => {
          const params = { query: { ...page, environment_id: id } };
          return api.GET('/api/v1/secrets', { params, signal });
        }),
        scopedRules({ kind: 'project', id: projectID }, signal),
        fetchAllPages((page) => {
          const query = { ...page, environment_id: id, status: [...OPEN] };
          return api.GET('/api/v1/requests', { params: { query }, signal });
        }),
      ]);
      return {
        // What is bound to the whole project stays.
        bindings: bindings.filter(({ environment_id }) => environment_id === id),
        secrets,
        rules: rules.filter(({ selector }) => selector?.environment_id === id),
        requests,
      };
    },
  });
