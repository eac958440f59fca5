import type { Sql } from '#libs/database';
import type { SealedEvent } from '#libs/merkle-log';

/** The columns of `audit_events e` that a leaf covers, as a SealedEvent. */
export const SEALED_COLUMNS = `e.id, e.actor, e.action, e.resource, e.status, e.metadata, e.correlation_id,
  to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS occurred_at`;

/** The position of an event in sealing order. */
interface Position {
  readonly xid: string;
  readonly occurredAt: string;
  readonly eventId: string;
}

/** The end of the log. */
export interface LogEnd {
  readonly size: number;
  /**
   * The last leaf's event; null when nothing was sealed in this database cluster, since transaction ids of different
   * clusters can't be compared.
   */
  readonly last: Position | null;
}

export interface UnsealedRow extends SealedEvent {
  readonly xid: string;
}

/**
 * True for a row that was restored from another cluster: it stores that cluster's transaction id, while xmin is the one
 * that inserted it here. (Also true for a row written in a savepoint, which is harmless.)
 */
const OF_ANOTHER_CLUSTER = 'e.xmin <> e.xid::xid';

const WITHOUT_LEAF = 'NOT EXISTS (SELECT FROM audit_leaves l WHERE l.event_id = e.id)';
const BEHIND_THE_END = '(e.xid, e.occurred_at, e.id) > ($1::xid8, $2::timestamptz, $3::uuid)';

/**
 * Selects events of transactions that began before every running one: no event can be inserted before these any more, so
 * sealing in order of transaction id skips none, however long a transaction runs.
 */
const NEXT = `SELECT ${SEALED_COLUMNS}, e.xid::text AS xid FROM audit_events e
  WHERE ${BEHIND_THE_END} AND e.xid < pg_snapshot_xmin(pg_current_snapshot())
  ORDER BY e.xid, e.occurred_at, e.id LIMIT $4`;

/**
 * Selects the next events in a database restored from a dump. Transaction ids start over there, so those of the former
 * cluster may be higher, lower or in between. Events without a leaf are looked up one by one, the former cluster's
 * first: once an event of this cluster is sealed, all of the former's are, and sealing can continue from its id.
 */
const NEXT_AFTER_RESTORE = `SELECT ${SEALED_COLUMNS}, e.xid::text AS xid FROM audit_events e
  WHERE (${OF_ANOTHER_CLUSTER} OR e.xid < pg_snapshot_xmin(pg_current_snapshot())) AND ${WITHOUT_LEAF}
  ORDER BY ${OF_ANOTHER_CLUSTER} DESC, e.xid, e.occurred_at, e.id LIMIT $1`;

const LAST_LEAF = `SELECT l.leaf_index, l.xid::text AS xid, l.occurred_at::text AS occurred_at, l.event_id,
    EXISTS (SELECT FROM audit_events e WHERE e.id = l.event_id AND e.occurred_at = l.occurred_at
      AND NOT (${OF_ANOTHER_CLUSTER})) AS here
  FROM audit_leaves l ORDER BY l.leaf_index DESC LIMIT 1`;

/** Returns the current end of the log. */
export async function readLogEnd(db: Sql): Promise<LogEnd> {
  const [last] = await db.query<{
    leaf_index: string;
    xid: string;
    occurred_at: string;
    event_id: string;
    here: boolean;
  }>(LAST_LEAF);
  if (!last) return { size: 0, last: null };
  const { xid, occurred_at: occurredAt, event_id: eventId, here } = last;
  return { size: Number(last.leaf_index) + 1, last: here ? { xid, occurredAt, eventId } : null };
}

/** Returns at most `limit` events to seal, in order; fewer only when none are left. */
export async function nextUnsealed(
  db: Sql,
  { last: end }: Pick<LogEnd, 'last'>,
  limit: number,
): Promise<UnsealedRow[]> {
  if (!end) {
    const waiting = await db.query<UnsealedRow>(NEXT_AFTER_RESTORE, [limit]);
    return [...firstOfEach(waiting).values()];
  }
  const found = new Map<string, UnsealedRow>();
  for (let after = end; found.size < limit;) {
    const page = await db.query<UnsealedRow>(NEXT, [after.xid, after.occurredAt, after.eventId, limit]);
    firstOfEach(await withoutSealed(db, page), found);
    const last = page.at(-1);
    if (page.length < limit || !last) break;
    after = { xid: last.xid, occurredAt: last.occurred_at, eventId: last.id };
  }
  return [...found.values()].slice(0, limit);
}

/** Returns the age in seconds of the oldest event without a leaf; 0 when every event has one. */
export async function sealLagSeconds(db: Sql): Promise<number> {
  const { last } = await readLogEnd(db);
  // Events of a former cluster with higher ids are sealed already, and may number millions.
  const here = `${BEHIND_THE_END} AND e.xid < pg_snapshot_xmax(pg_current_snapshot())`;
  const [row] = await db.query<{ seconds: number | null }>(
    `SELECT extract(epoch FROM clock_timestamp() - min(occurred_at))::float8 AS seconds FROM (
       SELECT e.occurred_at FROM audit_events e
       WHERE ${last ? `${here} AND ` : ''}${WITHOUT_LEAF} ORDER BY e.xid, e.occurred_at, e.id LIMIT 1000) waiting`,
    last ? [last.xid, last.occurredAt, last.eventId] : [],
  );
  return Math.max(0, row!.seconds ?? 0);
}

/**
 * Drops duplicates. The service creates unique ids; if an id was inserted twice, only the first gets a leaf. A verifier
 * reports the other, and sealing continues.
 */
function firstOfEach(rows: readonly UnsealedRow[], found = new Map<string, UnsealedRow>()) {
  for (const row of rows) if (!found.has(row.id)) found.set(row.id, row);
  return found;
}

/** Drops sealed events: after a restore, a transaction id may occur in both clusters. */
async function withoutSealed(db: Sql, rows: readonly UnsealedRow[]): Promise<UnsealedRow[]> {
  if (rows.length === 0) return [];
  const sealed = await db.query<{ event_id: string }>(
    'SELECT event_id FROM audit_leaves WHERE event_id = ANY($1::uuid[])',
    [rows.map(({ id }) => id)],
  );
  const ids = new Set(sealed.map(({ event_id }) => event_id));
  return rows.filter(({ id }) => !ids.has(id));
}
