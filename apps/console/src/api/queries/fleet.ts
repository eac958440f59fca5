import { queryOptions } from '@tanstack/react-query';
import type { components, paths } from '@countersign/client';
import { SILENT_SECONDS } from '../agent-liveness.js';
import { api, withStepUp, dataOf } from '../client.js';
import type { StepUpPrompt } from '../step-up-prompt.js';
import { pollInterval } from '../poll-interval.js';
import { pagedQuery } from './paged.js';
import { fetchAllPages } from './all-pages.js';

export type Agent = components['schemas']['AgentResponse'];
export type ClusterFleet = components['schemas']['ClusterFleetResponse'];
export type Job = components['schemas']['JobResponse'];
export type AgentFilter = Pick<
  NonNullable<paths['/api/v1/agents']['get']['parameters']['query']>,
  'status' | 'version' | 'provider_connection_id'
> & {
  /** Three heartbeats without a word. */
  readonly silent?: 'yes';
};
export type JobFilter = Pick<
  NonNullable<paths['/api/v1/jobs']['get']['parameters']['query']>,
  'status' | 'kind' | 'agent_id' | 'provider_connection_id'
>;

const MINUTE_MS = 60_000;

/** How many agents each cluster has, and the jobs that wait. */
export const fleetSummaryQuery = queryOptions({
  queryKey: ['fleet', 'summary'],
  queryFn: async ({ signal }) => dataOf(api.GET('/api/v1/fleet/summary', { signal })),
  refetchInterval: (query) => pollInterval(query, 'agents'),
});

/** Agents, the oldest first. */
export const agentsQuery = ({ silent, ...filter }: AgentFilter) =>
  pagedQuery<Agent>(
    ['fleet', 'agents', filter, silent],
    (page, signal) => {
      const silence = silent === 'yes' ? { silent_seconds: SILENT_SECONDS } : {};
      return api.GET('/api/v1/agents', { params: { query: { ...filter, ...silence, ...page } }, signal });
    },
    'agents',
  );

/** Every agent, for the picture of the fleet; polled once a minute if large, since it may take ten calls. */
export const allAgentsQuery = queryOptions({
  queryKey: ['fleet', 'agents', 'whole'],
  queryFn: async ({ signal }) =>
    fetchAllPages((query) => api.GET('/api/v1/agents', { params: { query }, signal })),
  refetchInterval: (query) => {
    const few = (query.state.data?.length ?? 0) < 1000;
    const next = pollInterval(query, 'agents');
    return next === false || few ? next : 3 * next;
  },
});

/** One agent. @param waits whether its first heartbeat is awaited */
export const agentQuery = (id: string, waits = false) =>
  queryOptions({
    queryKey: ['fleet', 'agent', id],
    queryFn: async ({ signal }) =>
      dataOf(api.GET('/api/v1/agents/{id}', { params: { path: { id } }, signal })),
    refetchInterval: (query) => pollInterval(query, waits ? 'running' : 'agents'),
  });

/** Jobs, the newest first. */
export const jobsQuery = (filter: JobFilter) =>
  pagedQuery<Job>(
    ['fleet', 'jobs', filter],
    (page, signal) => {
      const query = { order: '-created_at' as const, ...filter, ...page };
      return api.GET('/api/v1/jobs', { params: { query }, signal });
    },
    'lists',
  );

/** One job; polled every 3 s until it has ended. */
export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: ['fleet', 'job', id],
    queryFn: async ({ signal }) => dataOf(api.GET('/api/v1/jobs/{id}', { params: { path: { id } }, signal })),
    refetchInterval: (query) =>
      pollInterval(query, query.state.data && hasEnded(query.state.data) ? null : 'running'),
  });

/**
 * The latest discovery of a connection; polled every 3 s while it runs. Null where there was none.
 *
 * @param startedAt as the connection says it: lists are oldest first
 */
export const lastDiscoveryQuery = (connectionId: string, startedAt: string | null) =>
  queryOptions({
    queryKey: ['fleet', 'last-discovery', connectionId, startedAt],
    queryFn: async ({ signal }) => {
      if (startedAt === null) return null;
      // A job is a little older than the start that its own transaction wrote down.
      const since = new Date(Date.parse(startedAt) - MINUTE_MS).toISOString();
      const query = { kind: 'discover', provider_connection_id: connectionId, since } as const;
      return (await dataOf(api.GET('/api/v1/jobs', { params: { query }, signal }))).at(-1) ?? null;
    },
    refetchInterval: (query) =>
      pollInterval(query, query.state.data && !hasEnded(query.state.data) ? 'running' : null),
  });

/** Whether a job is over. */
export function hasEnded({ status }: Pick<Job, 'status'>): boolean {
  return status === 'succeeded' || status === 'failed';
}

/** Starts a discovery or a connectivity check. @throws ApiError */
export async function startJob(
  kind: 'discover' | 'connectivity_check',
  connectionId: string,
): Promise<components['schemas']['StartedJobResponse']> {
  const body = { kind, provider_connection_id: connectionId };
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  return dataOf(api.POST('/api/v1/jobs', { body, headers }));
}

/** Cuts an agent off; its jobs go back to the queue. @throws ApiError */
export async function revokeAgent(id: string, prompt: StepUpPrompt): Promise<Agent> {
  const params = { path: { id } };
  return dataOf(api.POST('/api/v1/agents/{id}/revoke', { params, ...withStepUp(prompt) }));
}
