import { Injectable } from '@nestjs/common';
import { type Actor, Audit } from '#libs/audit';
import { Database, type Tx } from '#libs/database';
import { WrapStore } from '#libs/wraps';
import { revealEvents } from './reveal.events.js';
import { type RevealEnd, RevealSessionStore } from './reveal-sessions.store.js';

const SWEEPER: Actor = 'system:reveal_sessions_expired';
const BATCH = 500;

const LATENESS = `SELECT greatest(extract(epoch FROM clock_timestamp() - min(expires_at)), 0)::float8 AS seconds
  FROM reveal_sessions WHERE expired_at IS NULL`;

/** Ends reveal sessions: once each, with their wraps and one event, whoever comes first. */
@Injectable()
export class RevealEnding {
  constructor(
    private readonly database: Database,
    private readonly sessions: RevealSessionStore,
    private readonly wraps: WrapStore,
    private readonly audit: Audit,
  ) {}

  /** Ends the session and its wraps; says whether it was still open. */
  async end(tx: Tx, id: string, reason: RevealEnd, actor: Actor): Promise<boolean> {
    const session = await this.sessions.end(tx, id, reason);
    if (!session) return false;
    await this.wraps.endNow(tx, session.wrap_ids);
    await this.audit.record(tx, revealEvents.expired(actor, session));
    return true;
  }

  /** Ends the overdue sessions of a request. */
  async endOverdue(tx: Tx, requestId: string): Promise<void> {
    for (const id of await this.sessions.overdue(tx, requestId, BATCH))
      await this.end(tx, id, 'ttl', SWEEPER);
  }

  /** For how many seconds the session that ran out first has not been ended; 0 when none has run out. */
  async lateness(): Promise<number> {
    return (await this.database.query<{ seconds: number }>(LATENESS))[0]!.seconds;
  }

  /** Ends up to 500 sessions that have run out of time, each in its own transaction; returns how many. */
  async sweep(): Promise<number> {
    const ids = await this.database.transaction((tx) => this.sessions.overdue(tx, null, BATCH));
    let ended = 0;
    for (const id of ids) {
      if (await this.database.transaction((tx) => this.end(tx, id, 'ttl', SWEEPER))) ended += 1;
    }
    return ended;
  }
}
