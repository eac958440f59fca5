import { Injectable } from '@nestjs/common';
import { Audit } from '#libs/audit';
import { Database } from '#libs/database';
import type { Caller } from '#libs/permissions';
import { authErrors } from '../auth.errors.js';
import { authEvents } from '../auth.events.js';
import { StepUpHandoffs } from './step-up-handoffs.js';

/** Takes the assertion for a handed-over challenge from the browser that signed it. */
@Injectable()
export class HandoffAnswer {
  constructor(
    private readonly handoffs: StepUpHandoffs,
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /**
   * Records which session gave an assertion to which, then stores it, once and unverified.
   *
   * @param response an AuthenticationResponseJSON, untrusted
   * @param ip the source address
   * @throws DomainError step_up_handoff_gone, also for another user's
   */
  async give(caller: Caller, id: string, response: object, ip: string | null): Promise<void> {
    const { handoff } = await this.handoffs.openOf(caller, id);
    if (!(await this.handoffs.claim(id))) throw authErrors.stepUpHandoffGone();
    const event = authEvents.handoffAnswered(handoff, { sessionId: caller.sessionId, ip });
    try {
      // Committed first: what the other session can collect has its event.
      await this.database.transaction((tx) => this.audit.record(tx, event));
      await this.handoffs.answer(id, response);
    } catch (error) {
      await this.handoffs.release(id);
      throw error;
    }
  }
}
