import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../client.js';
import type { Scope } from './policies.js';
import type { AccessRequest } from './requests.js';

/** How many requests are looked at, and how many scopes they give. */
const [LOOKED_AT, KEPT] = [200, 20];

/** What a request was about, as a simulation takes it, with the newest request that was about it. */
export interface RecentScope {
  readonly scope: Scope;
  readonly request: AccessRequest;
}

/**
 * What the newest requests that the person sees were about, each scope once. Cross-team requests are left out: their
 * project and their environment belong to two projects, which no simulation takes.
 */
export const recentScopesQuery = (projectId?: string) =>
  queryOptions({
    queryKey: ['requests', 'recent scopes', projectId],
    queryFn: async ({ signal }) => {
      const newest = { order: '-created_at', limit: LOOKED_AT } as const;
      const query = { ...newest, expand: 'names', project_id: projectId } as const;
      return distinct(await dataOf(api.GET('/api/v1/requests', { params: { query }, signal })));
    },
    staleTime: 60_000,
  });

function distinct(requests: readonly AccessRequest[]): RecentScope[] {
  const found = new Map<string, RecentScope>();
  for (const request of requests) {
    if (request.type === 'cross_team') continue;
    const scope = scopeOf(request);
    const key = JSON.stringify(scope);
    if (!found.has(key)) found.set(key, { scope, request });
    if (found.size === KEPT) break;
  }
  return [...found.values()];
}

/** Returns who asked: a workload has a name of its own kind where people have an e-mail address. */
export function principalKindOf({
  requester_email: name,
}: Pick<AccessRequest, 'requester_email'>): 'person' | 'workload' {
  return name.startsWith('workload:') ? 'workload' : 'person';
}

/** Returns what a request was about, as a simulation takes it. */
export function scopeOf(request: AccessRequest): Scope {
  const { project_id, environment_id, secret_ref, operation, type, names } = request;
  const provider_type = (names?.connection_type ?? undefined) as Scope['provider_type'];
  return {
    project_id,
    environment_id,
    provider_type,
    secret_ref,
    operation,
    type,
    principal_kind: principalKindOf(request),
  };
}
