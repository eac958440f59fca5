import { Injectable } from '@nestjs/common';
import { queryIn, type Tx } from '#libs/database';
import type { Caller } from '#libs/rbac';
import { AuthOptions } from '../auth-options.js';
import { authErrors } from '../auth.errors.js';
import { freshSessionSql } from '../sessions/fresh-session-sql.js';
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

  /** What `require` asks for, inside the transaction that changes the factors; the user's row is locked. */
  async requireIn(tx: Tx, caller: Caller): Promise<void> {
    if (!this.options.mfaChangeStepUp) return;
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
