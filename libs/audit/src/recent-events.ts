import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import type { Actor } from './audit-event.js';

/**
 * Well above how far a list of other users' changes may lag, plus how long a transaction may run after it has written
 * its event.
 */
const RECENT_SECONDS = 60;

/** now() instead of clock_timestamp(), for the index. */
const RECENT = `SELECT FROM audit_events
  WHERE actor = $1 AND occurred_at > now() - make_interval(secs => $2) LIMIT 1`;

/** Limit of changes that are returned one by one; above it the caller assumes that anything may have changed. */
const MAX_NAMED = 1000;

/**
 * $1 an earlier mark. Returns what was committed since, however long the transaction ran, without denials, which changed
 * nothing. The condition on the time prunes partitions.
 */
const SINCE = `SELECT s.mark, e.action, e.actor, e.chain
  FROM (SELECT pg_current_snapshot()::text AS mark) s LEFT JOIN LATERAL (
    SELECT DISTINCT a.action, a.actor, a.correlation_id AS chain FROM audit_events a
    WHERE a.xid >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(a.xid, $1::pg_snapshot)
      AND a.status <> 'denied' AND a.occurred_at > now() - make_interval(secs => $2) LIMIT $3) e ON true`;

/** A change. Events of one request share their chain, its correlation id. */
export interface ChangeNote {
  readonly action: string;
  readonly actor: string;
  readonly chain: string | null;
}

/** The changes since a mark. */
export interface Changes {
  /** The mark to continue from. */
  readonly mark: string;
  /** Null when there were too many. */
  readonly notes: readonly ChangeNote[] | null;
}

type NoteRow = { readonly mark: string } & {
  readonly [Member in keyof ChangeNote]: ChangeNote[Member] | null;
};

/** Finds recent changes by their audit events, which are written in the same transaction (ADR 13). */
@Injectable()
export class RecentEvents {
  constructor(private readonly database: Database) {}

  /** Returns whether the actor has an event in the last minute. */
  async existOf(actor: Actor): Promise<boolean> {
    return (await this.database.query(RECENT, [actor, RECENT_SECONDS])).length > 0;
  }

  /**
   * Returns the changes of the last minute since the mark, in one index scan.
   *
   * @param mark of an earlier result; null for the first call, which returns no changes
   */
  async since(mark: string | null): Promise<Changes> {
    const rows = await this.database.query<NoteRow>(SINCE, [mark, RECENT_SECONDS, MAX_NAMED]);
    const notes = rows.flatMap(({ action, actor, chain }) =>
      action === null || actor === null ? [] : [{ action, actor, chain }],
    );
    return { mark: rows[0]?.mark ?? '', notes: notes.length < MAX_NAMED ? notes : null };
  }
}
