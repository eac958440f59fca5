import { Injectable } from '@nestjs/common';
import { type Actor, actorOf, Audit } from '#libs/audit';
import { Database, type Tx } from '#libs/database';
import { newId } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { type AccessRequest, requestErrors } from '#libs/requests';
import { WrapStore } from '#libs/wraps';
import { revealEvents } from './reveal.events.js';
import { type ActiveSession, type RevealEnd, RevealSessionStore } from './reveal-sessions.store.js';

const SWEEPER: Actor = 'system:reveal_sessions_expired';
const BATCH = 500;

const LATENESS = `SELECT greatest(extract(epoch FROM clock_timestamp() - min(expires_at)), 0)::float8 AS seconds
  FROM reveal_sessions WHERE expired_at IS NULL`;

/** Opens and ends reveal sessions: the row, the expiry of its wraps and the audit event. Each ends exactly once. */
@Injectable()
export class RevealSessions {
  constructor(
    private readonly database: Database,
    private readonly sessions: RevealSessionStore,
    private readonly wraps: WrapStore,
    private readonly audit: Audit,
  ) {}

  /**
   * Opens a session over the request's live wraps, which expire with it at the latest. The caller has checked that it may be
   * opened.
   *
   * @throws DomainError nothing_to_reveal when the last wrap has expired since the check
   */
  async open(tx: Tx, caller: Caller, request: AccessRequest, ttlSeconds: number): Promise<ActiveSession> {
    const wraps = await this.wraps.endWithin(tx, request.id, 'requester', ttlSeconds);
    if (wraps.length === 0) throw requestErrors.refused('nothing_to_reveal');
    const session = await this.sessions.insert(tx, {
      id: newId(),
      userId: caller.userId,
      projectId: request.project_id,
      environmentId: request.environment_id,
      requestId: request.id,
      wrapIds: wraps.map((wrap) => wrap.id),
      ttlSeconds,
    });
    const keyNames = wraps.map((wrap) => wrap.keyName);
    await this.audit.record(tx, revealEvents.opened(actorOf(caller), session, keyNames));
    return { ...session, wraps: wraps.map((wrap) => ({ wrap_id: wrap.id, key_name: wrap.keyName })) };
  }

  /** Ends the session and its wraps; returns whether it was still open. */
  async end(tx: Tx, id: string, reason: RevealEnd, actor: Actor): Promise<boolean> {
    const session = await this.sessions.end(tx, id, reason);
    if (!session) return false;
    await this.wraps.endNow(tx, session.wrap_ids);
    await this.audit.record(tx, revealEvents.expired(actor, session));
    return true;
  }

  /** Ends the expired sessions of a request. */
  async endOverdue(tx: Tx, requestId: string): Promise<void> {
    for (const id of await this.sessions.overdue(tx, requestId, BATCH))
      await this.end(tx, id, 'ttl', SWEEPER);
  }

  /** Returns the seconds for which the oldest expired session has not been ended; 0 without one. */
  async lateness(): Promise<number> {
    return (await this.database.query<{ seconds: number }>(LATENESS))[0]!.seconds;
  }

  /** Ends up to 500 expired sessions, each in its own transaction; returns how many. */
  async sweep(): Promise<number> {
    const ids = await this.database.transaction((tx) => this.sessions.overdue(tx, null, BATCH));
    let ended = 0;
    for (const id of ids) {
      if (await this.database.transaction((tx) => this.end(tx, id, 'ttl', SWEEPER))) ended += 1;
    }
    return ended;
  }
}
