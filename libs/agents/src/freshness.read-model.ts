import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { LIVENESS } from '#libs/providers';

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

const FRESHNESS = `SELECT count(*) FILTER (WHERE last_seen_at > clock_timestamp() - ${LIVENESS})::int AS fresh,
    count(*) FILTER (WHERE last_seen_at <= clock_timestamp() - ${LIVENESS})::int AS stale,
    count(*) FILTER (WHERE last_seen_at IS NULL)::int AS never,
    coalesce(extract(epoch FROM clock_timestamp() - min(last_seen_at)), 0)::float8 AS "silentSeconds",
    coalesce(extract(epoch FROM clock_timestamp() - min(secret_issued_at)), 0)::float8 AS "secretSeconds"
  FROM agents WHERE status = 'active'`;

/** Reads aggregates over all agents, for metrics without a label per agent. */
@Injectable()
export class AgentFreshnessReadModel {
  constructor(private readonly database: Database) {}

  async freshness(): Promise<AgentFreshness> {
    return (await this.database.query<AgentFreshness>(FRESHNESS))[0] as AgentFreshness;
  }
}
