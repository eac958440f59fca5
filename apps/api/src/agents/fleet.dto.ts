import type { ClusterFleet } from '#libs/agents';
import type { WaitingJobs } from '#libs/jobs';

export class VersionCount {
  version: string | null;
  count: number;
}

export class ClusterFleetResponse {
  /** Null for agents without a cluster. */
  cluster: string | null;
  /** Agents with a heartbeat in the last 60 seconds. */
  active: number;
  /** Agents without a heartbeat in the last 60 seconds that are not revoked. */
  silent: number;
  /** Those of the silent ones that enrolled in the last 60 seconds and have not sent a heartbeat yet. */
  awaited: number;
  revoked: number;
  /** Versions of the agents that are not revoked, most frequent first. */
  versions: VersionCount[];
}

export class WaitingJobsResponse {
  /** Number of unclaimed jobs. */
  queued: number;
  oldest_queued_at: string | null;
}

export class FleetSummaryResponse {
  by_cluster: ClusterFleetResponse[];
  jobs: WaitingJobsResponse | null;

  static of(
    this: void,
    clusters: readonly ClusterFleet[],
    waiting: WaitingJobs | null,
  ): FleetSummaryResponse {
    const by_cluster = clusters.map((each) => ({ ...each, versions: [...each.versions] }));
    const oldest_queued_at = waiting?.oldest_queued_at?.toISOString() ?? null;
    return { by_cluster, jobs: waiting && { queued: waiting.queued, oldest_queued_at } };
  }
}
