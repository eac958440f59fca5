import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import type { Actor } from './audit-event.js';

/**
 * How far a list of somebody else's changes may be behind, and how long a transaction may go on after it wrote its event,
 * together, with much to spare.
 */
const RECENT_SECONDS = 60;

/** now() instead of clock_timestamp(), for the index. */
const RECENT = `SELECT FROM audit_events
  WHERE actor = $1 AND occurred_at > now() - make_interval(secs => $2) LIMIT 1`;

/** No more are named: whoever asks then takes it that anything may have changed. */
const MOST_NAMED = 1000;

/**
 * $1 an earlier mark. What was committed since, however long its transaction took; denials changed nothing. The time is for
 * the choice of partitions.
 */
const SINCE = `SELECT s.mark, e.action, e.actor, e.chain
  FROM (SELECT pg_current_snapshot()::text AS mark) s LEFT JOIN LATERAL (
    SELECT DISTINCT a.action, a.actor, a.correlation_id AS chain FROM audit_events a
    WHERE a.xid >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(a.xid, $1::pg_snapshot)
      AND a.status <> 'denied' AND a.occurred_at > now() - make_interval(secs => $2) LIMIT $3) e ON true`;

/** What is said of a change. Events of one request share their chain, its correlation id. */
export interface ChangeNote {
  readonly action: string;
  readonly actor: string;
  readonly chain: string | null;
}

/** What has changed between two marks. */
export interface Changes {
  /** The moment up to which they are named. */
  readonly mark: string;
  /** Null for more than are named. */
  readonly notes: readonly ChangeNote[] | null;
}

type NoteRow = { readonly mark: string } & {
  readonly [Member in keyof ChangeNote]: ChangeNote[Member] | null;
};

/** Tells what was changed of late, and by whom: every change has its event in the same transaction (ADR 13). */
@Injectable()
export class RecentEvents {
  constructor(private readonly database: Database) {}

  /** Returns whether an event of the last minute is the actor's. */
  async existOf(actor: Actor): Promise<boolean> {
    return (await this.database.query(RECENT, [actor, RECENT_SECONDS])).length > 0;
  }

  /**
   * Returns what was changed since the mark, as far as it is of the last minute: one look at an index.
   *
   * @param mark of an earlier answer; null for none, and nothing is named
   */
  async since(mark: string | null): Promise<Changes> {
    const rows = await this.database.query<NoteRow>(SINCE, [mark, RECENT_SECONDS, MOST_NAMED]);
    const notes = rows.flatMap(({ action, actor, chain }) =>
      action === null || actor === null ? [] : [{ action, actor, chain }],
    );
    return { mark: rows[0]?.mark ?? '', notes: notes.length < MOST_NAMED ? notes : null };
  }
}
