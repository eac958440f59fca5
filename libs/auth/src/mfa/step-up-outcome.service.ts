import { Injectable } from '@nestjs/common';
import { Audit } from '#libs/audit';
import { Database, type Tx } from '#libs/database';
import { httpErrors } from '#libs/http';
import { actorOf, type Caller } from '#libs/rbac';
import { authErrors } from '../auth.errors.js';
import { authEvents } from '../auth.events.js';
import { Sessions } from '../sessions/sessions.service.js';
import { SessionStore } from '../sessions/sessions.store.js';
import { type FactorKind, MfaFactorStore } from './mfa-factors.store.js';
import { StepUpFailureStore } from './step-up-failures.store.js';

/**
 * What a right and a wrong answer to a challenge leave behind. This is the one writer of last_mfa_at beside
 * the provider's callback (specification, "Tier 2 operations and the step-up gate").
 */
@Injectable()
export class StepUpOutcome {
  constructor(
    private readonly database: Database,
    private readonly failures: StepUpFailureStore,
    private readonly factors: MfaFactorStore,
    private readonly sessions: SessionStore,
    private readonly ending: Sessions,
    private readonly audit: Audit,
  ) {}

  /** @throws DomainError mfa_locked */
  async refuseWhileLocked(caller: Caller): Promise<void> {
    if (await this.failures.isLocked(caller.userId)) throw authErrors.mfaLocked();
  }

  /**
   * Spends the step and stamps the session in one transaction.
   *
   * @throws DomainError mfa_code_invalid when the step was spent before (counted as wrong), mfa_locked,
   *   unauthenticated when the session ended meanwhile
   */
  async rightTotp(caller: Caller, factorId: string, step: number): Promise<void> {
    const spent = await this.database
      .transaction(async (tx) => {
        if (!(await this.failures.countSuccess(tx, caller.userId))) throw authErrors.mfaLocked();
        if (!(await this.factors.spendStep(tx, caller.userId, factorId, step))) throw new StepSpentError();
        await this.stamp(tx, caller, factorId, 'totp');
      })
      .then(() => false, stepSpent);
    if (spent) await this.wrong(caller, 'totp');
  }

  /** Counts the failure; the tenth in a row locks step-up and ends the session, with the same answer (D92). */
  async wrong(caller: Caller, kind: FactorKind): Promise<never> {
    const counted = await this.database.transaction(async (tx) => {
      const failure = await this.failures.countFailure(tx, caller.userId);
      if (!failure) return false;
      const { userId, sessionId } = caller;
      await this.audit.record(tx, authEvents.stepUpDenied(userId, sessionId, kind, failure.count));
      if (failure.lockedNow) await this.lock(tx, caller, failure.count);
      return true;
    });
    throw counted ? authErrors.mfaCodeInvalid() : authErrors.mfaLocked();
  }

  private async stamp(tx: Tx, caller: Caller, factorId: string, kind: FactorKind): Promise<void> {
    const { userId, sessionId } = caller;
    if (!(await this.sessions.stampMfa(tx, sessionId))) throw httpErrors.unauthenticated();
    await this.audit.record(tx, authEvents.stepUpVerified(userId, sessionId, factorId, kind));
  }

  private async lock(tx: Tx, caller: Caller, count: number): Promise<void> {
    const { userId, sessionId } = caller;
    await this.audit.record(tx, authEvents.stepUpLocked(userId, count));
    await this.ending.revoke(tx, { id: sessionId, userId }, 'mfa_lockout', actorOf(caller));
  }
}

/** Rolls back what a right answer would have left behind. */
class StepSpentError extends Error {}

function stepSpent(error: unknown): boolean {
  if (error instanceof StepSpentError) return true;
  throw error;
}
