import { Injectable } from '@nestjs/common';
import { actorOf, Audit } from '#libs/audit';
import type { Tx } from '#libs/database';
import { newId } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { type AccessRequest, refusalError } from '#libs/requests';
import { WrapStore } from '#libs/wraps';
import { revealEvents } from './reveal.events.js';
import { type ActiveSession, RevealSessionStore } from './reveal-sessions.store.js';

/** Writes a session that may be opened: the wraps' new end, the row, the event. */
@Injectable()
export class RevealOpening {
  constructor(
    private readonly sessions: RevealSessionStore,
    private readonly wraps: WrapStore,
    private readonly audit: Audit,
  ) {}

  /** @throws DomainError nothing_to_reveal when the last wrap went between the decision and now */
  async open(tx: Tx, caller: Caller, request: AccessRequest, ttlSeconds: number): Promise<ActiveSession> {
    const wraps = await this.wraps.endWithin(tx, request.id, 'requester', ttlSeconds);
    if (wraps.length === 0) throw refusalError('nothing_to_reveal');
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
}
