import type { RunQuery } from './run-query.js';
import { SEALED_COLUMNS, type SealedRow } from './sealed-columns.js';

/** A place in the order of sealing. */
interface Place {
  readonly xid: string;
  readonly occurredAt: string;
  readonly eventId: string;
}

/** Where the log ends. */
export interface LogEnd {
  readonly size: number;
  /** The last leaf's event; null when nothing was sealed here yet, or in another cluster only, whose numbers say nothing in this one. */
  readonly last: Place | null;
}

export interface UnsealedRow extends SealedRow {
  readonly xid: string;
}

/**
 * A row that a dump brought from another cluster keeps the number that its transaction had there; Postgres itself
 * notes the one that wrote it here. (A row that a savepoint wrote looks the same, and is as well looked after.)
 */
const OF_ANOTHER_CLUSTER = 'e.xmin <> e.xid::xid';

const WITHOUT_LEAF = 'NOT EXISTS (SELECT FROM audit_leaves l WHERE l.event_id = e.id)';
const BEHIND_THE_END = '(e.xid, e.occurred_at, e.id) > ($1::xid8, $2::timestamptz, $3::uuid)';

/**
 * Events whose transaction has ended, and all that began before it: nothing can come in front of them any more.
 * So the order of transaction numbers is one in which none is skipped, however long another transaction takes.
 */
const NEXT = `SELECT ${SEALED_COLUMNS}, e.xid::text AS xid FROM audit_events e
  WHERE ${BEHIND_THE_END} AND e.xid < pg_snapshot_xmin(pg_current_snapshot())
  ORDER BY e.xid, e.occurred_at, e.id LIMIT $4`;

/**
 * The same in a database that was restored from a dump: transaction numbers begin anew, so that those of the former
 * cluster lie ahead of this one's, behind or between them. What has no leaf is looked for one by one, the former
 * cluster's first: once an event of this cluster is sealed, all others are, and its number is a place to go on from.
 */
const NEXT_AFTER_RESTORE = `SELECT ${SEALED_COLUMNS}, e.xid::text AS xid FROM audit_events e
  WHERE (${OF_ANOTHER_CLUSTER} OR e.xid < pg_snapshot_xmin(pg_current_snapshot())) AND ${WITHOUT_LEAF}
  ORDER BY ${OF_ANOTHER_CLUSTER} DESC, e.xid, e.occurred_at, e.id LIMIT $1`;

const LAST_LEAF = `SELECT l.leaf_index, l.xid::text AS xid, l.occurred_at::text AS occurred_at, l.event_id,
    EXISTS (SELECT FROM audit_events e WHERE e.id = l.event_id AND e.occurred_at = l.occurred_at
      AND NOT (${OF_ANOTHER_CLUSTER})) AS here
  FROM audit_leaves l ORDER BY l.leaf_index DESC LIMIT 1`;

/** Where the log ends now. */
export async function readLogEnd(query: RunQuery): Promise<LogEnd> {
  const [last] = await query<{
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

/** The next events to seal, in their order, at most `limit`; fewer only when there are no more. */
export async function nextUnsealed(
  query: RunQuery,
  { last: end }: Pick<LogEnd, 'last'>,
  limit: number,
): Promise<UnsealedRow[]> {
  if (!end) {
    const waiting = await query<UnsealedRow>(NEXT_AFTER_RESTORE, [limit]);
    return [...firstOfEach(waiting).values()];
  }
  const found = new Map<string, UnsealedRow>();
  for (let after = end; found.size < limit;) {
    const page = await query<UnsealedRow>(NEXT, [after.xid, after.occurredAt, after.eventId, limit]);
    firstOfEach(await withoutSealed(query, page), found);
    const last = page.at(-1);
    if (page.length < limit || !last) break;
    after = { xid: last.xid, occurredAt: last.occurred_at, eventId: last.id };
  }
  return [...found.values()].slice(0, limit);
}

/** Seconds since the oldest event that has no leaf yet; 0 when every event has one. */
export async function sealLagSeconds(query: RunQuery): Promise<number> {
  const { last } = await readLogEnd(query);
  // What a former cluster numbered beyond this one's numbers has its leaf, and may be millions.
  const here = `${BEHIND_THE_END} AND e.xid < pg_snapshot_xmax(pg_current_snapshot())`;
  const [row] = await query<{ seconds: number | null }>(
    `SELECT extract(epoch FROM clock_timestamp() - min(occurred_at))::float8 AS seconds FROM (
       SELECT e.occurred_at FROM audit_events e
       WHERE ${last ? `${here} AND ` : ''}${WITHOUT_LEAF} ORDER BY e.xid, e.occurred_at, e.id LIMIT 1000) waiting`,
    last ? [last.xid, last.occurredAt, last.eventId] : [],
  );
  return Math.max(0, row!.seconds ?? 0);
}

/**
 * Ids are made by the service and none comes twice. One that somebody wrote twice is sealed once, as it was first: the
 * other has no leaf for ever, which a verifier tells, and holds up nothing.
 */
function firstOfEach(rows: readonly UnsealedRow[], found = new Map<string, UnsealedRow>()) {
  for (const row of rows) if (!found.has(row.id)) found.set(row.id, row);
  return found;
}

/** After a restore a number may come twice: once in the former cluster, once in this one. */
async function withoutSealed(query: RunQuery, rows: readonly UnsealedRow[]): Promise<UnsealedRow[]> {
  if (rows.length === 0) return [];
  const sealed = await query<{ event_id: string }>(
    'SELECT event_id FROM audit_leaves WHERE event_id = ANY($1::uuid[])',
    [rows.map(({ id }) => id)],
  );
  const ids = new Set(sealed.map(({ event_id }) => event_id));
  return rows.filter(({ id }) => !ids.has(id));
}
