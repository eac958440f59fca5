import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import type { SkippedNames } from '#libs/jobs';
import { STALE_RUN } from '#libs/providers';
import { type DiscoverySource, SOURCE_TABLE, type SourceKind, type SourceRef } from './discovery-source.js';

/** A run that has taken more than twice its interval. */
export interface StaleRun extends SourceRef {
  readonly jobId: string | null;
}

export interface RunEnd {
  readonly status: 'success' | 'failure';
  /** Sanitized text of at most 280 characters; null for a success. */
  readonly error: string | null;
  /** For a success of an agent that reports it. */
  readonly skipped: SkippedNames | null;
}

/** Only connections can be disabled. */
const DISCOVERABLE: Readonly<Record<SourceKind, string>> = {
  connection: "c.status = 'active' AND c.cluster_name IS NOT NULL",
  target: 'true',
};

/** Only connections can be excluded from the schedule. */
const SCHEDULED: Readonly<Record<SourceKind, string>> = { connection: 'c.discover_enabled', target: 'true' };

/**
 * A run is due one interval after the start of the last one, plus up to a tenth of it: a hash of the source and that start,
 * so that every tick computes the same time and sources created together drift apart. Without a time zone, and written
 * exactly as in ix_provider_connections_due: an index expression must not depend on the session.
 */
const STARTED_AT = `(c.last_discover_started_at AT TIME ZONE 'UTC')`;
const DUE_AT = `coalesce(${STARTED_AT} + make_interval(secs => c.discover_interval_seconds
  * (1 + (hashtextextended(c.id::text, extract(epoch FROM ${STARTED_AT})::bigint) & 1023) / 10230.0)), '-infinity')`;
const DUE = `${DUE_AT} <= statement_timestamp() AT TIME ZONE 'UTC'`;
/** The order of the index: the planner does not know how few are due, and would sort them in parallel. */
const LONGEST_DUE_FIRST = `ORDER BY ${DUE_AT}, c.id`;

/** A connection that was just enabled is due already. */
const DUE_CONNECTION = `c.last_discover_status IS DISTINCT FROM 'running' AND ${DISCOVERABLE.connection} AND ${SCHEDULED.connection}
  AND ${DUE}`;
const LATENESS = {
  due: `SELECT extract(epoch FROM clock_timestamp() - min(due.since))::float8 AS seconds FROM (
      SELECT greatest(${DUE_AT} AT TIME ZONE 'UTC', c.updated_at) AS since
      FROM provider_connections c WHERE ${DUE_CONNECTION} ${LONGEST_DUE_FIRST} LIMIT 1000) due`,
  stale: `SELECT extract(epoch FROM clock_timestamp() - min(
      c.last_discover_started_at + make_interval(secs => 2 * c.discover_interval_seconds)))::float8 AS seconds
    FROM provider_connections c WHERE ${STALE_RUN}`,
};

/** Starts and ends discovery runs, each by one conditional UPDATE (D55). */
@Injectable()
export class DiscoveryRunStore {
  constructor(private readonly database: Database) {}

  /**
   * Marks the source as running, which is the lock: null while another run is active, while the source can't be discovered,
   * or, for `due`, while it is not due.
   */
  async begin(tx: Tx, kind: SourceKind, id: string, when: 'now' | 'due'): Promise<DiscoverySource | null> {
    const due = when === 'due' ? `AND ${SCHEDULED[kind]} AND ${DUE}` : '';
    const sql = `UPDATE ${SOURCE_TABLE[kind]} c SET last_discover_status = 'running', last_discover_error = NULL,
        last_discover_started_at = clock_timestamp(), last_discover_job_id = NULL
      WHERE c.id = $1 AND c.last_discover_status IS DISTINCT FROM 'running' AND ${DISCOVERABLE[kind]} ${due}
      RETURNING c.id, c.type, c.cluster_name AS "clusterName"`;
    const [row] = await tx.query<Omit<DiscoverySource, 'kind'>>(sql, [id]);
    return row ? { kind, ...row } : null;
  }

  /** Sets the job of the run that this transaction has started. */
  async setJob(tx: Tx, source: SourceRef, jobId: string): Promise<void> {
    const sql = `UPDATE ${SOURCE_TABLE[source.kind]} SET last_discover_job_id = $2 WHERE id = $1`;
    await tx.query(sql, [source.id, jobId]);
  }

  /**
   * Ends the run of the job. Null when the source's run belongs to another job, or has ended: a late report has no effect.
   *
   * @returns the start of the previous successful run
   */
  async finish(
    tx: Tx,
    source: SourceRef,
    jobId: string | null,
    end: RunEnd,
  ): Promise<{ readonly fullBefore: Date | null } | null> {
    const table = SOURCE_TABLE[source.kind];
    const sql = `WITH run AS (
        SELECT c.id, c.last_full_discover_at FROM ${table} c WHERE c.id = $1 AND c.last_discover_status = 'running'
          AND c.last_discover_job_id IS NOT DISTINCT FROM $2::uuid FOR NO KEY UPDATE)
      UPDATE ${table} c SET last_discover_status = $3, last_discover_error = $4, last_discover_at = clock_timestamp(),
        last_discover_skipped_secrets = $5, last_discover_skipped_keys = $6,
        last_full_discover_at = CASE WHEN $3 = 'success' THEN c.last_discover_started_at ELSE c.last_full_discover_at END
      FROM run WHERE c.id = run.id RETURNING run.last_full_discover_at AS "fullBefore"`;
    const [row] = await tx.query<{ fullBefore: Date | null }>(sql, [
      source.id,
      jobId,
      end.status,
      end.error,
      end.skipped?.secrets ?? null,
      end.skipped?.keys ?? null,
    ]);
    return row ?? null;
  }

  /** Returns the source if its current run belongs to the job; else null. */
  async ofJob(
    tx: Tx,
    job: { readonly id: string; readonly connectionId: string | null },
  ): Promise<DiscoverySource | null> {
    const kind: SourceKind = job.connectionId === null ? 'target' : 'connection';
    const place = kind === 'connection' ? 'AND c.id = $2' : 'AND $2::uuid IS NULL';
    const sql = `SELECT c.id, c.type, c.cluster_name AS "clusterName" FROM ${SOURCE_TABLE[kind]} c
      WHERE c.last_discover_job_id = $1 AND c.last_discover_status = 'running' ${place}`;
    const [row] = await tx.query<Omit<DiscoverySource, 'kind'>>(sql, [job.id, job.connectionId]);
    return row ? { kind, ...row } : null;
  }

  /** Returns connections whose run is due, longest due first. */
  async dueConnections(limit: number): Promise<string[]> {
    const sql = `SELECT c.id FROM provider_connections c WHERE ${DUE_CONNECTION} ${LONGEST_DUE_FIRST} LIMIT $1`;
    return (await this.database.query<{ id: string }>(sql, [limit])).map((row) => row.id);
  }

  /** Returns the seconds for which the oldest due (or stale) run has been waiting to be started (or failed); 0 without one. */
  async lateness(of: 'due' | 'stale'): Promise<number> {
    return (await this.database.query<{ seconds: number | null }>(LATENESS[of]))[0]?.seconds ?? 0;
  }

  /** Returns whether any connection is scheduled. */
  async anyScheduledConnection(): Promise<boolean> {
    const sql = `SELECT FROM provider_connections c WHERE ${DISCOVERABLE.connection} AND ${SCHEDULED.connection} LIMIT 1`;
    return (await this.database.query(sql)).length === 1;
  }

  /** Returns runs that have taken more than twice their interval. */
  async stale(kind: SourceKind): Promise<StaleRun[]> {
    const sql = `SELECT c.id, c.last_discover_job_id AS "jobId" FROM ${SOURCE_TABLE[kind]} c WHERE ${STALE_RUN}`;
    const rows = await this.database.query<Omit<StaleRun, 'kind'>>(sql);
    return rows.map((row) => ({ kind, ...row }));
  }
}
