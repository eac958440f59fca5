import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { LIVENESS } from '#libs/providers';

/** How the agents that are not revoked are doing. */
export interface AgentFreshness {
  /** Heard of within the last minute. */
  readonly fresh: number;
  readonly stale: number;
  /** Enrolled and not heard of since. */
  readonly never: number;
  /** Seconds since the one that has been silent longest was heard of; 0 when none was ever. */
  readonly silentSeconds: number;
  /** Age of the oldest credential in seconds; 0 without an agent. */
  readonly secretSeconds: number;
}

const FRESHNESS = `SELECT count(*) FILTER (WHERE last_seen_at > clock_timestamp() - ${LIVENESS})::int AS fresh,
    count(*) FILTER (WHERE last_seen_at <= clock_timestamp() - ${LIVENESS})::int AS stale,
    count(*) FILTER (WHERE last_seen_at IS NULL)::int AS never,
    coalesce(extract(epoch FROM clock_timestamp() - min(last_seen_at)), 0)::float8 AS "silentSeconds",
    coalesce(extract(epoch FROM clock_timestamp() - min(secret_issued_at)), 0)::float8 AS "secretSeconds"
  FROM agents WHERE status = 'active'`;

/** Reads when agents were last heard of, all together: no figure names one. */
@Injectable()
export class AgentFreshnessReadModel {
  constructor(private readonly database: Database) {}

  async freshness(): Promise<AgentFreshness> {
    return (await this.database.query<AgentFreshness>(FRESHNESS))[0] as AgentFreshness;
  }
}
