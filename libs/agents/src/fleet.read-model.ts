import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { LIVENESS } from '#libs/providers';

/** The agents of one cluster. */
export interface ClusterFleet {
  /** Null for agents that belong to no cluster (D104). */
  readonly cluster: string | null;
  /** With a heartbeat within the last minute, which is three intervals. */
  readonly active: number;
  /** Neither active nor revoked. */
  readonly silent: number;
  /** Those of the silent ones that enrolled within the last minute, and whose first heartbeat is still to come. */
  readonly awaited: number;
  readonly revoked: number;
  /** Versions of the agents that are not revoked, the most frequent first. */
  readonly versions: readonly { readonly version: string | null; readonly count: number }[];
}

/** Heartbeats and credentials of the agents that are not revoked. */
export interface AgentFreshness {
  /** With a heartbeat within the last minute. */
  readonly fresh: number;
  readonly stale: number;
  /** Enrolled, but without a heartbeat so far. */
  readonly never: number;
  /** Seconds since the oldest last heartbeat; 0 when there was none at all. */
  readonly silentSeconds: number;
  /** Age in seconds of the oldest credential; 0 without an agent. */
  readonly secretSeconds: number;
}

/** Scans the agents once and groups them by cluster and version. */
const FLEET = `WITH v AS (
    SELECT cluster_name AS cluster, version,
      count(*) FILTER (WHERE status = 'active' AND last_seen_at > clock_timestamp() - ${LIVENESS})::int AS active,
      count(*) FILTER (WHERE status = 'active' AND last_seen_at IS NULL
        AND created_at > clock_timestamp() - ${LIVENESS})::int AS awaited,
      count(*) FILTER (WHERE status = 'active')::int AS enrolled,
      count(*) FILTER (WHERE status = 'revoked')::int AS revoked
    FROM agents GROUP BY 1, 2)
  SELECT cluster, sum(active)::int AS active, sum(enrolled - active)::int AS silent,
    sum(awaited)::int AS awaited, sum(revoked)::int AS revoked,
    coalesce(jsonb_agg(jsonb_build_object('version', version, 'count', enrolled) ORDER BY enrolled DESC, version)
      FILTER (WHERE enrolled > 0), '[]') AS versions
  FROM v GROUP BY 1 ORDER BY 1 NULLS LAST`;

const FRESHNESS = `SELECT count(*) FILTER (WHERE last_seen_at > clock_timestamp() - ${LIVENESS})::int AS fresh,
    count(*) FILTER (WHERE last_seen_at <= clock_timestamp() - ${LIVENESS})::int AS stale,
    count(*) FILTER (WHERE last_seen_at IS NULL)::int AS never,
    coalesce(extract(epoch FROM clock_timestamp() - min(last_seen_at)), 0)::float8 AS "silentSeconds",
    coalesce(extract(epoch FROM clock_timestamp() - min(secret_issued_at)), 0)::float8 AS "secretSeconds"
  FROM agents WHERE status = 'active'`;

/** Summarizes the fleet. */
@Injectable()
export class FleetReadModel {
  constructor(private readonly database: Database) {}

  async byCluster(): Promise<ClusterFleet[]> {
    return this.database.query<ClusterFleet>(FLEET);
  }

  /** Returns figures of all agents together, for metrics without a label per agent. */
  async freshness(): Promise<AgentFreshness> {
    return (await this.database.query<AgentFreshness>(FRESHNESS))[0] as AgentFreshness;
  }
}
