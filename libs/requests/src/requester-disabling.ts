import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Actor } from '#libs/audit';
import type { Tx } from '#libs/database';
import { type DisablingHook, DisablingHooks } from '#libs/users';
import { type OpenRequest, RequestMoves } from './request-moves.js';
import { requestEvents } from './requests.events.js';
import { RequestStore } from './requests.store.js';

/** In whose name the requests of a disabled person end. */
export const USER_DISABLED: Actor = 'system:user_disabled';

/** Cancels what a person who is being disabled has asked for, in a number of statements that doesn't grow with it (D100). */
@Injectable()
export class RequesterDisabling implements DisablingHook, OnModuleInit {
  constructor(
    private readonly disablingHooks: DisablingHooks,
    private readonly store: RequestStore,
    private readonly moves: RequestMoves,
  ) {}

  onModuleInit(): void {
    this.disablingHooks.register(this);
  }

  /** What has run out of time is expired, not cancelled (D74), and what an agent works on goes on (D28). */
  async onUserDisabled(tx: Tx, userId: string): Promise<void> {
    const open = await this.store.lockOpen(tx, 'requester_id', userId);
    const ending = open.filter((request) => request.status === request.stored_status && !request.claimed);
    const audit = (request: OpenRequest) =>
      requestEvents.cancelled(USER_DISABLED, request, { reason: 'user_disabled' });
    await this.moves.endAll(tx, ending, 'requester_disabled', { actor: USER_DISABLED, audit });
  }
}
