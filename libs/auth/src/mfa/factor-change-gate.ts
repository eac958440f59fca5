import { Injectable } from '@nestjs/common';
import { queryIn, type Tx } from '#libs/database';
import { httpErrors } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { AuthOptions } from '../auth-options.js';
import { authErrors } from '../auth.errors.js';
import { freshSessionSql } from '../sessions/fresh-session-sql.js';
import { SessionStore } from '../sessions/sessions.store.js';
import { MfaFactorStore } from './mfa-factors.store.js';

/**
 * Whoever holds a usable factor adds or removes one with a fresh step-up only, so that a stolen cookie can't
 * replace the second factor (D22).
 */
@Injectable()
export class FactorChangeGate {
  constructor(
    private readonly options: AuthOptions,
    private readonly factors: MfaFactorStore,
    private readonly sessions: SessionStore,
  ) {}

  /** Tells whether a fresh step-up stands behind the call. @throws DomainError step_up_required */
  async require(caller: Caller): Promise<boolean> {
    if (!this.options.mfaChangeStepUp || caller.mfaFresh) return caller.mfaFresh;
    if ((await this.factors.usable(caller.userId)).length > 0) throw this.refusal();
    return false;
  }

  /**
   * For the confirming call of an enrollment. Where the challenge was consumed meanwhile, that is the answer, and
   * not the step-up that the factor it became would ask for.
   *
   * @throws DomainError step_up_required, mfa_challenge_expired
   */
  async requireForConfirming(caller: Caller, stillParked: () => Promise<boolean>): Promise<void> {
    try {
      await this.require(caller);
    } catch (refusal) {
      throw (await stillParked()) ? refusal : authErrors.mfaChallengeExpired();
    }
  }

  /**
   * What `require` asks for, inside the transaction that changes the factors; the user's row is locked. Whoever
   * ended the session meanwhile, an administrator who cleared the factors above all, has shut its holder out.
   *
   * @param steppedUp a fresh step-up stood behind the beginning of the change
   * @throws DomainError unauthenticated, step_up_required
   */
  async requireIn(tx: Tx, caller: Caller, steppedUp: boolean): Promise<void> {
    if (!(await this.sessions.lockForShare(tx, caller.sessionId))) throw httpErrors.unauthenticated();
    if (steppedUp || !this.options.mfaChangeStepUp) return;
    if ((await this.factors.usable(caller.userId, tx)).length === 0) return;
    const [row] = await queryIn<{ fresh: boolean }>(tx, `SELECT ${freshSessionSql('$1', '$2')} AS fresh`, [
      caller.sessionId,
      this.options.stepUpSeconds,
    ]);
    if (!row?.fresh) throw this.refusal();
  }

  private refusal(): Error {
    return authErrors.stepUpRequired(this.options.stepUpSeconds);
  }
}
