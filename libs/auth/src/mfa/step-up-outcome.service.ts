import { Injectable } from '@nestjs/common';
import { actorOf, Audit } from '#libs/audit';
import { Database, type Tx } from '#libs/database';
import { httpErrors } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { authErrors } from '../auth.errors.js';
import { authEvents } from '../auth.events.js';
import { Sessions } from '../sessions/sessions.service.js';
import { SessionStore } from '../sessions/sessions.store.js';
import type { FactorKind } from './mfa-factors.store.js';
import { StepUpFailureStore } from './step-up-failures.store.js';

const WRONG = { totp: authErrors.mfaCodeInvalid, webauthn: authErrors.webauthnAssertionFailed } as const;

/**
 * Records the result of a step-up. Besides the callback of the identity provider, this is the only writer of last_mfa_at
 * (specification, "Tier 2 operations and the step-up gate").
 */
@Injectable()
export class StepUpOutcome {
  constructor(
    private readonly database: Database,
    private readonly failures: StepUpFailureStore,
    private readonly store: SessionStore,
    private readonly sessions: Sessions,
    private readonly audit: Audit,
  ) {}

  /** Checks the lock. @throws DomainError mfa_locked */
  async assertNotLocked(caller: Caller): Promise<void> {
    if (await this.failures.isLocked(caller.userId)) throw authErrors.mfaLocked();
  }

  /**
   * Marks the response as used and stamps the session, in one transaction.
   *
   * @param consume marks the response as used in the factor's row, by one conditional statement
   * @param openedAt milliseconds since 1970 when the challenge was opened, where only the cache makes it single-use
   * @returns false, with nothing changed, when the response was used before
   * @throws DomainError mfa_locked; mfa_challenge_expired when the session has stepped up since `openedAt`; unauthenticated
   *   when the session has ended in the meantime
   */
  async succeed(
    caller: Caller,
    factor: { id: string; kind: FactorKind },
    consume: (tx: Tx) => Promise<boolean>,
    openedAt?: number,
  ): Promise<boolean> {
    return this.database
      .transaction(async (tx) => {
        if (!(await this.failures.countSuccess(tx, caller.userId))) throw authErrors.mfaLocked();
        // A cache failover can restore a consumed challenge: the first response to it has stamped the session.
        if (openedAt && (await this.store.hasSteppedUpSince(tx, caller.sessionId, openedAt)))
          throw authErrors.mfaChallengeExpired();
        if (!(await consume(tx))) throw new AnswerUsedError();
        await this.stamp(tx, caller, factor);
      })
      .then(() => true, falseIfUsed);
  }

  /** Counts a failure. The tenth in a row locks step-up and ends the session, with the same error (D92). */
  async fail(caller: Caller, kind: FactorKind): Promise<never> {
    const counted = await this.database.transaction(async (tx) => {
      const failure = await this.failures.countFailure(tx, caller.userId);
      if (!failure) return false;
      const { userId, sessionId } = caller;
      await this.audit.record(tx, authEvents.stepUpDenied(userId, sessionId, kind, failure.count));
      if (failure.lockedNow) await this.lock(tx, caller, failure.count);
      return true;
    });
    throw counted ? WRONG[kind]() : authErrors.mfaLocked();
  }

  private async stamp(tx: Tx, caller: Caller, factor: { id: string; kind: FactorKind }): Promise<void> {
    const { userId, sessionId } = caller;
    if (!(await this.store.stampMfa(tx, sessionId))) throw httpErrors.unauthenticated();
    await this.audit.record(tx, authEvents.stepUpVerified(userId, sessionId, factor.id, factor.kind));
  }

  private async lock(tx: Tx, caller: Caller, count: number): Promise<void> {
    const { userId, sessionId } = caller;
    await this.audit.record(tx, authEvents.stepUpLocked(userId, count));
    await this.sessions.revoke(tx, { id: sessionId, userId }, 'mfa_lockout', actorOf(caller));
  }
}

/** Rolls the transaction back when the response was used before. */
class AnswerUsedError extends Error {}

function falseIfUsed(error: unknown): boolean {
  if (error instanceof AnswerUsedError) return false;
  throw error;
}
