import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { actorOf } from '#libs/audit';
import type { Caller } from '#libs/permissions';
import { RequestStore } from '#libs/requests';
import { RevealLifetime } from './reveal-lifetime.js';
import { RevealSessions } from './reveal-sessions.js';
import { revealErrors } from './reveal.errors.js';
import { type ActiveSession, type RevealEnd, RevealSessionStore } from './reveal-sessions.store.js';

/** Opens reveal sessions, and ends them for their owners. */
@Injectable()
export class RevealService {
  constructor(
    private readonly database: Database,
    private readonly requests: RequestStore,
    private readonly store: RevealSessionStore,
    private readonly lifetime: RevealLifetime,
    private readonly sessions: RevealSessions,
  ) {}

  /**
   * Opens a session over a request's wraps, unless one is open (D34).
   *
   * @throws DomainError request_not_found, not_requester, reveal_type_unsupported,
   *   request_status_invalid_transition, reveal_session_open, nothing_to_reveal
   */
  async open(caller: Caller, requestId: string): Promise<ActiveSession> {
    return this.database.transaction(async (tx) => {
      const request = await this.requests.lockRevealable(tx, caller, requestId);
      await this.sessions.endOverdue(tx, requestId);
      const ttlSeconds = await this.lifetime.secondsFor(tx, caller, request);
      return this.sessions.open(tx, caller, request, ttlSeconds);
    });
  }

  /**
   * Ends the caller's session and its wraps immediately. Idempotent.
   *
   * @throws DomainError reveal_session_not_found, not_owner
   */
  async expire(caller: Caller, id: string, reason: Exclude<RevealEnd, 'ttl'>): Promise<void> {
    const owner = await this.store.ownerOf(id);
    if (owner === null) throw revealErrors.notFound();
    if (owner !== caller.userId) throw revealErrors.notOwner();
    await this.database.transaction((tx) => this.sessions.end(tx, id, reason, actorOf(caller)));
  }

  /** Returns the caller's open sessions, oldest first. */
  async active(caller: Caller): Promise<ActiveSession[]> {
    return this.store.activeOf(caller.userId);
  }
}
