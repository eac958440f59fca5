import type { Database } from './database.js';

/** Retention of a table's rows. The names come from our own code. */
export interface OldRows {
  readonly table: string;
  /** A time; rows are deleted `keptSeconds` after it. It must be the first column of an index. */
  readonly column: string;
  readonly keptSeconds: number;
}

const BATCH = 1000;
/** Limits a run to what a shutdown can wait for; the remaining rows are left to the next run. */
const MAX_BATCHES = 50;

/**
 * Returns the statement for one batch, oldest first: $1 retention in seconds, $2 maximum number of rows. It uses now(),
 * because clock_timestamp() is volatile and prevents an index scan. It skips locked rows instead of waiting for them.
 */
export function deleteOldSql({ table, column }: OldRows): string {
  return `WITH deleted AS (
      DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${table} WHERE ${column} <= now() - make_interval(secs => $1)
        ORDER BY ${column} LIMIT $2 FOR UPDATE SKIP LOCKED))
      RETURNING 1)
    SELECT count(*)::int AS count FROM deleted`;
}

/** Deletes old rows in batches that each commit, and returns how many were deleted. Concurrent runs are safe. */
export async function deleteOld(database: Database, rows: OldRows): Promise<number> {
  const sql = deleteOldSql(rows);
  let deleted = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const [row] = await database.query<{ count: number }>(sql, [rows.keptSeconds, BATCH]);
    deleted += row!.count;
    if (row!.count < BATCH) break;
  }
  return deleted;
}
