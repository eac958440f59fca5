import type { Database } from './database.js';

/** Which rows of a table are old. The names come from our own code. */
export interface OldRows {
  readonly table: string;
  /** A time; rows are old from `keptSeconds` after it on. An index has to begin with it. */
  readonly column: string;
  readonly keptSeconds: number;
}

const BATCH = 1000;
/** A run ends within the time that a stop may take; the rest waits for the next one. */
const MAX_BATCHES = 50;

/**
 * Returns the statement for one batch, oldest first: $1 how long rows are kept, in seconds, $2 how many are deleted at most.
 * It uses now() because an index scan takes no clock_timestamp(). Locked rows are left for another run, so that nobody
 * waits for this.
 */
export function deleteOldSql({ table, column }: OldRows): string {
  return `WITH deleted AS (
      DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${table} WHERE ${column} <= now() - make_interval(secs => $1)
        ORDER BY ${column} LIMIT $2 FOR UPDATE SKIP LOCKED))
      RETURNING 1)
    SELECT count(*)::int AS count FROM deleted`;
}

/** Deletes old rows in batches that each commit, and returns how many were deleted. Any number of runs may overlap. */
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
