import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { newId } from '#libs/core';
import type { DiscoveredSecret } from './domain/discovered-secret.js';
import type { RunTotals } from './discovery.events.js';
import { type DiscoverySource, SOURCE_COLUMN, type SourceKind, type SourceRef } from './discovery-source.js';

/** How many secrets of a page were new, changed or unchanged. */
export type PageCounts = Omit<RunTotals, 'missing'>;

/** The job that reports a page. */
export interface Reporter {
  readonly jobId: string;
  readonly attempt: number;
}

/**
 * One statement for a page: writes new and changed secrets, records all that were reported, and counts. Unchanged secrets
 * are not written, so that an unchanged run leaves nothing to vacuum. The run's job is locked, so that the source's
 * secrets have no other writer. $1 source, $2 cluster, $3 provider, $4 page as JSON, $5 job, $6 attempt, $7 id of the
 * record.
 */
const upsert = (column: string): string => `WITH page AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($4::jsonb) AS p (id uuid, ref text, keys text[], labels jsonb, version text)),
  known AS MATERIALIZED (
    SELECT page.ref, s.id, s.same FROM page CROSS JOIN LATERAL (
      -- Looked up one by one: what is there is not yet known to the planner while a first run fills the table.
      SELECT s.id, (s.status, s.cluster_name, s.provider, s.keys, s.labels, s.version)
        IS NOT DISTINCT FROM ('active', $2::text, $3::text, page.keys, page.labels, page.version) AS same
      FROM secrets s WHERE s.${column} = $1 AND s.ref = page.ref OFFSET 0) s),
  inserted AS (
    INSERT INTO secrets (id, ${column}, cluster_name, provider, ref, keys, labels, version)
    SELECT page.id, $1, $2, $3, page.ref, page.keys, page.labels, page.version
    FROM page WHERE NOT EXISTS (SELECT FROM known WHERE known.ref = page.ref)
    RETURNING id),
  updated AS (
    UPDATE secrets s SET status = 'active', cluster_name = $2, provider = $3, keys = page.keys, labels = page.labels,
      version = page.version, last_seen_at = clock_timestamp(), updated_at = clock_timestamp()
    FROM known JOIN page USING (ref) WHERE NOT known.same AND s.id = known.id
    RETURNING s.id),
  counts AS (
    SELECT (SELECT count(*) FROM inserted)::int AS inserted, (SELECT count(*) FROM updated)::int AS updated,
      (SELECT count(*) FROM known WHERE same)::int AS unchanged),
  note AS (
    INSERT INTO discovery_pages (id, job_id, attempt, secret_ids, inserted, updated, unchanged)
    SELECT $7, $5, $6, ARRAY(SELECT id FROM known UNION ALL SELECT id FROM inserted), inserted, updated, unchanged
    FROM counts)
  SELECT inserted, updated, unchanged FROM counts`;

const UPSERT: Readonly<Record<SourceKind, string>> = {
  connection: upsert(SOURCE_COLUMN.connection),
  target: upsert(SOURCE_COLUMN.target),
};

/** Writes discovered secrets page by page, and finds those that a full run did not report. */
@Injectable()
export class DiscoveryPageStore {
  /** Writes one page, and returns its counts. @param secrets with unique refs */
  async write(
    tx: Tx,
    source: DiscoverySource,
    by: Reporter,
    secrets: readonly DiscoveredSecret[],
  ): Promise<PageCounts> {
    const page = JSON.stringify(secrets.map((secret) => ({ id: newId(), ...secret })));
    const place = [source.id, source.clusterName, source.type];
    const values = [...place, page, by.jobId, by.attempt, newId()];
    return (await tx.query<PageCounts>(UPSERT[source.kind], values))[0] as PageCounts;
  }

  /**
   * Marks the source's active secrets that no page of this attempt contains as missing, and returns how many.
   *
   * @param fullBefore start of the previous full run, which found them, and so is their last_seen_at unless that is later
   */
  async markMissing(tx: Tx, source: SourceRef, by: Reporter, fullBefore: Date | null): Promise<number> {
    // NOT IN instead of NOT EXISTS: the planner underestimates the pages, and would use a nested loop over all secrets.
    const sql = `WITH missing AS (
        UPDATE secrets s SET status = 'missing', updated_at = clock_timestamp(),
          last_seen_at = greatest(s.last_seen_at, $4::timestamptz)
        WHERE s.${SOURCE_COLUMN[source.kind]} = $1 AND s.status = 'active'
          AND s.id NOT IN (SELECT unnest(p.secret_ids) FROM discovery_pages p WHERE p.job_id = $2 AND p.attempt = $3)
        RETURNING 1)
      SELECT count(*)::int AS count FROM missing`;
    const [row] = await tx.query<{ count: number }>(sql, [source.id, by.jobId, by.attempt, fullBefore]);
    return row?.count ?? 0;
  }

  /** Deletes the pages of an ended run, and returns the totals of its last attempt. */
  async clear(tx: Tx, jobId: string, attempt: number): Promise<PageCounts> {
    const total = (count: string): string =>
      `coalesce(sum(${count}) FILTER (WHERE attempt = $2), 0)::int AS ${count}`;
    const sql = `WITH gone AS (
        DELETE FROM discovery_pages WHERE job_id = $1 RETURNING attempt, inserted, updated, unchanged)
      SELECT ${total('inserted')}, ${total('updated')}, ${total('unchanged')} FROM gone`;
    return (await tx.query<PageCounts>(sql, [jobId, attempt]))[0] as PageCounts;
  }
}
