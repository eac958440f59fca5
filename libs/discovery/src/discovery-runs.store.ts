import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import type { SkippedNames } from '#libs/jobs';
import { type DiscoverySource, SOURCE_TABLE, type SourceKind } from './discovery-source.js';

/** A run that has lasted longer than twice its interval. */
export interface StaleRun {
  readonly kind: SourceKind;
  readonly id: string;
  readonly jobId: string | null;
}

export interface RunEnd {
  readonly status: 'success' | 'failure';
  /** Sanitized text of at most 280 characters; null for a success. */
  readonly error: string | null;
  /** Of a success whose agent counts. */
  readonly skipped: SkippedNames | null;
}

/** Only connections can be disabled. */
const OPEN: Readonly<Record<SourceKind, string>> = {
  connection: "c.status = 'active' AND c.cluster_name IS NOT NULL",
  target: 'true',
};

/** Only connections can be left out of the schedule. */
const SCHEDULED: Readonly<Record<SourceKind, string>> = { connection: 'c.discover_enabled', target: 'true' };

/**
 * A run is due an interval after the last one started, and up to a tenth of it later: how much is a hash of
 * the source and that start, so that every tick agrees on it and sources made together drift apart. Without a time
 * zone, and to the letter as in ix_provider_connections_due: an index takes no expression that hangs on the session's.
 */
const STARTED_AT = `(c.last_discover_started_at AT TIME ZONE 'UTC')`;
const DUE_AT = `coalesce(${STARTED_AT} + make_interval(secs => c.discover_interval_seconds
  * (1 + (hashtextextended(c.id::text, extract(epoch FROM ${STARTED_AT})::bigint) & 1023) / 10230.0)), '-infinity')`;
const DUE = `${DUE_AT} <= statement_timestamp() AT TIME ZONE 'UTC'`;
/** As the index has them: the planner does not know how few are due, and would sort them with several workers. */
const LONGEST_DUE_FIRST = `ORDER BY ${DUE_AT}, c.id`;

const STALE = `c.last_discover_status = 'running'
  AND c.last_discover_started_at < statement_timestamp() - make_interval(secs => 2 * c.discover_interval_seconds)`;

/** One that was switched on only now is due since then. */
const DUE_CONNECTION = `c.last_discover_status IS DISTINCT FROM 'running' AND ${OPEN.connection} AND ${SCHEDULED.connection}
  AND ${DUE}`;
const LATENESS = {
  due: `SELECT extract(epoch FROM clock_timestamp() - min(due.since))::float8 AS seconds FROM (
      SELECT greatest(${DUE_AT} AT TIME ZONE 'UTC', c.updated_at) AS since
      FROM provider_connections c WHERE ${DUE_CONNECTION} ${LONGEST_DUE_FIRST} LIMIT 1000) due`,
  stale: `SELECT extract(epoch FROM clock_timestamp() - min(
      c.last_discover_started_at + make_interval(secs => 2 * c.discover_interval_seconds)))::float8 AS seconds
    FROM provider_connections c WHERE ${STALE}`,
};

/** Begins and ends discovery runs. One conditional UPDATE each decides (D55). */
@Injectable()
export class DiscoveryRunStore {
  constructor(private readonly database: Database) {}

  /**
   * Takes the source for a run, which is the lock: null while another runs, while it may not be discovered,
   * or, `when` it must be due, while it is not.
   */
  async begin(tx: Tx, kind: SourceKind, id: string, when: 'now' | 'due'): Promise<DiscoverySource | null> {
    const due = when === 'due' ? `AND ${SCHEDULED[kind]} AND ${DUE}` : '';
    const sql = `UPDATE ${SOURCE_TABLE[kind]} c SET last_discover_status = 'running', last_discover_error = NULL,
        last_discover_started_at = clock_timestamp(), last_discover_job_id = NULL
      WHERE c.id = $1 AND c.last_discover_status IS DISTINCT FROM 'running' AND ${OPEN[kind]} ${due}
      RETURNING c.id, c.type, c.cluster_name AS "clusterName"`;
    const [row] = await tx.query<Omit<DiscoverySource, 'kind'>>(sql, [id]);
    return row ? { kind, ...row } : null;
  }

  /** Names the job that does the run that the transaction has begun. */
  async nameJob(tx: Tx, source: DiscoverySource, jobId: string): Promise<void> {
    const sql = `UPDATE ${SOURCE_TABLE[source.kind]} SET last_discover_job_id = $2 WHERE id = $1`;
    await tx.query(sql, [source.id, jobId]);
  }

  /**
   * Ends the run that the job does. Null when the source's run is not that job's, or has ended: what a late
   * agent says then counts for nothing.
   *
   * @returns the start of the last run before it that succeeded
   */
  async finish(
    tx: Tx,
    source: Pick<DiscoverySource, 'kind' | 'id'>,
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

  /** Returns the source if the job does its run now; null otherwise. */
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

  /** Connections whose run is due, longest due first. */
  async dueConnections(limit: number): Promise<string[]> {
    const sql = `SELECT c.id FROM provider_connections c WHERE ${DUE_CONNECTION} ${LONGEST_DUE_FIRST} LIMIT $1`;
    return (await this.database.query<{ id: string }>(sql, [limit])).map((row) => row.id);
  }

  /** Returns for how many seconds the connection that has waited longest to be started, or given up, has waited; 0: none. */
  async lateness(of: 'due' | 'stale'): Promise<number> {
    return (await this.database.query<{ seconds: number | null }>(LATENESS[of]))[0]?.seconds ?? 0;
  }

  /** Returns whether any connection is discovered by the schedule. */
  async anyScheduledConnection(): Promise<boolean> {
    const sql = `SELECT FROM provider_connections c WHERE ${OPEN.connection} AND ${SCHEDULED.connection} LIMIT 1`;
    return (await this.database.query(sql)).length === 1;
  }

  /** Runs that have lasted longer than twice their interval. */
  async stale(kind: SourceKind): Promise<StaleRun[]> {
    const sql = `SELECT c.id, c.last_discover_job_id AS "jobId" FROM ${SOURCE_TABLE[kind]} c WHERE ${STALE}`;
    const rows = await this.database.query<Omit<StaleRun, 'kind'>>(sql);
    return rows.map((row) => ({ kind, ...row }));
  }
}
