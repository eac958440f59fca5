import type { RunQuery } from './run-query.js';
import { SEALED_COLUMNS, type SealedRow } from './sealed-columns.js';

/** Where the log ends: the last leaf's event in the order of sealing. */
export interface LogEnd {
  readonly size: number;
  readonly xid: string;
  readonly occurredAt: string;
  readonly eventId: string;
}

export interface UnsealedRow extends SealedRow {
  readonly xid: string;
}

const BEFORE_ALL: LogEnd = {
  size: 0,
  xid: '0',
  occurredAt: '-infinity',
  eventId: '00000000-0000-0000-0000-000000000000',
};

/**
 * Events whose transaction has ended, and all that began before it: nothing can come in front of them any more.
 * So the order of transaction numbers is one in which none is skipped, however long another transaction takes.
 */
const NEXT = `SELECT ${SEALED_COLUMNS}, e.xid::text AS xid FROM audit_events e
  WHERE (e.xid, e.occurred_at, e.id) > ($1::xid8, $2::timestamptz, $3::uuid)
    AND e.xid < pg_snapshot_xmin(pg_current_snapshot())
  ORDER BY e.xid, e.occurred_at, e.id LIMIT $4`;

/**
 * The same in a database that was restored from a dump: transaction numbers begin anew, and those of the former
 * cluster may lie ahead of all that this one has given out. What has no leaf is looked for one by one.
 */
const NEXT_AFTER_RESTORE = `SELECT ${SEALED_COLUMNS}, e.xid::text AS xid FROM audit_events e
  WHERE (e.xid >= pg_snapshot_xmax(pg_current_snapshot()) OR e.xid < pg_snapshot_xmin(pg_current_snapshot()))
    AND NOT EXISTS (SELECT FROM audit_leaves l WHERE l.event_id = e.id)
  ORDER BY e.xid >= pg_snapshot_xmax(pg_current_snapshot()) DESC, e.xid, e.occurred_at, e.id LIMIT $1`;

/** Where the log ends now. */
export async function readLogEnd(query: RunQuery): Promise<LogEnd> {
  const [last] = await query<{ leaf_index: string; xid: string; occurred_at: string; event_id: string }>(
    `SELECT leaf_index, xid::text AS xid, occurred_at::text AS occurred_at, event_id
     FROM audit_leaves ORDER BY leaf_index DESC LIMIT 1`,
  );
  if (!last) return BEFORE_ALL;
  const { xid, occurred_at: occurredAt, event_id: eventId } = last;
  return { size: Number(last.leaf_index) + 1, xid, occurredAt, eventId };
}

/** The next events to seal, in their order, at most `limit`; fewer only when there are no more. */
export async function nextUnsealed(query: RunQuery, end: LogEnd, limit: number): Promise<UnsealedRow[]> {
  const [state] = await query<{ restored: boolean }>(
    'SELECT $1::xid8 >= pg_snapshot_xmin(pg_current_snapshot()) AS restored',
    [end.xid],
  );
  if (state?.restored) {
    const waiting = await query<UnsealedRow>(NEXT_AFTER_RESTORE, [limit]);
    return [...firstOfEach(waiting).values()];
  }
  const found = new Map<string, UnsealedRow>();
  for (let after = end; found.size < limit;) {
    const page = await query<UnsealedRow>(NEXT, [after.xid, after.occurredAt, after.eventId, limit]);
    firstOfEach(await withoutSealed(query, page), found);
    const last = page.at(-1);
    if (page.length < limit || !last) break;
    after = { size: end.size, xid: last.xid, occurredAt: last.occurred_at, eventId: last.id };
  }
  return [...found.values()].slice(0, limit);
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
