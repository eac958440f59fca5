import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Actor } from '#libs/audit';
import { queryIn, type Tx } from '#libs/database';
import { type DisablingHook, DisablingHooks } from '#libs/users';
import { CLAIMED, LAPSED } from './access-request.js';
import { type OpenRequest, RequestMoves } from './request-moves.js';
import { requestEvents } from './requests.events.js';

/** In whose name the requests of a disabled person end. */
export const USER_DISABLED: Actor = 'system:user_disabled';

const OPEN = `r.requester_id = $1 AND r.status IN ('pending', 'pending_values', 'pending_verification', 'approved')`;

/** A claim locks the job first and its request then: so does this, and waits for a claim instead of deadlocking with it. */
const LOCK_JOBS = `SELECT j.id FROM jobs j JOIN access_requests r ON r.id = j.request_id
  WHERE ${OPEN} AND j.status IN ('queued', 'claimed') ORDER BY j.id FOR UPDATE OF j`;
const LOCK_REQUESTS = `SELECT r.id FROM access_requests r WHERE ${OPEN} ORDER BY r.id FOR UPDATE OF r`;

/** A statement of its own, that sees what the locks waited for. What has lapsed is expired, not cancelled (D74), and what an agent works on goes on (D28). */
const ENDING = `SELECT r.id, r.type, r.status, r.correlation_id FROM access_requests r
  WHERE ${OPEN} AND NOT ${LAPSED} AND NOT ${CLAIMED} ORDER BY r.id`;

/** Cancels what a person who is being disabled has asked for, in a number of statements that doesn't grow with it (D100). */
@Injectable()
export class RequesterDisabling implements DisablingHook, OnModuleInit {
  constructor(
    private readonly disablingHooks: DisablingHooks,
    private readonly moves: RequestMoves,
  ) {}

  onModuleInit(): void {
    this.disablingHooks.register(this);
  }

  async onUserDisabled(tx: Tx, userId: string): Promise<void> {
    for (const lock of [LOCK_JOBS, LOCK_REQUESTS]) await queryIn(tx, lock, [userId]);
    const open = await queryIn<OpenRequest>(tx, ENDING, [userId]);
    const audit = (request: OpenRequest) =>
      requestEvents.cancelled(USER_DISABLED, request, { reason: 'user_disabled' });
    await this.moves.endAll(tx, open, 'requester_disabled', { actor: USER_DISABLED, audit });
  }
}
