import { type AgentSigns, livenessOf } from '../../api/agent-liveness.js';

interface ClusterSummary {
  readonly cluster: string | null;
  readonly active: number;
  readonly silent: number;
  readonly revoked: number;
}

/** How many agents of a cluster are in which state. */
export interface ClusterCounts {
  readonly cluster: string | null;
  readonly alive: number;
  readonly awaited: number;
  readonly silent: number;
  readonly revoked: number;
}

/**
 * Returns the counts of each cluster, those with silent agents first. The service's summary counts an agent as silent from
 * its enrollment on; here it is awaited until its first heartbeat is overdue, as everywhere else.
 *
 * @param agents as far as they are known: of a fleet that is too large to be read whole, the first
 * @param now the service's time in milliseconds
 */
export function clusterCounts(
  clusters: readonly ClusterSummary[],
  agents: readonly (AgentSigns & { readonly scope: { readonly cluster?: string | null } })[],
  now: number,
): ClusterCounts[] {
  const waiting = agents.filter((agent) => livenessOf(agent, now) === 'awaited');
  return clusters
    .map(({ cluster, active, silent, revoked }) => {
      const own = waiting.filter(({ scope }) => (scope.cluster ?? null) === cluster).length;
      // The summary may be older or younger than the list.
      const awaited = Math.min(own, silent);
      return { cluster, alive: active, awaited, silent: silent - awaited, revoked };
    })
    .sort((one, other) => other.silent - one.silent);
}
