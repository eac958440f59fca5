import type { ClusterFleet } from '../../api/queries/fleet.js';

/** How many agents of a cluster are in which state. */
export type ClusterCounts = Omit<ClusterFleet, 'versions'>;

/**
 * Returns the counts of each cluster, those with silent agents first. The service's summary counts an agent as silent from
 * its enrollment on; here it is awaited until its first heartbeat is overdue, as everywhere else.
 */
export function clusterCounts<Counts extends ClusterCounts>(clusters: readonly Counts[]): Counts[] {
  return clusters
    .map((each) => ({ ...each, silent: each.silent - each.awaited }))
    .sort((one, other) => other.silent - one.silent);
}
