import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { httpErrors } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { AuthOptions } from '../auth-options.js';
import { authErrors } from '../auth.errors.js';
import { freshSessionSql } from '../sessions/fresh-session-sql.js';
import { SessionStore } from '../sessions/sessions.store.js';
import { type FactorKind, MfaFactorStore } from './mfa-factors.store.js';
import { type PendingEnrollment, PendingEnrollments } from './pending-enrollments.js';

/**
 * Requires a fresh step-up from users with a factor to add or remove one, so that a stolen cookie can't replace the
 * second factor (D22).
 */
@Injectable()
export class FactorChangeGate {
  constructor(
    private readonly options: AuthOptions,
    private readonly factors: MfaFactorStore,
    private readonly sessions: SessionStore,
    private readonly pending: PendingEnrollments,
  ) {}

  /**
   * Checks the requirement.
   *
   * @returns whether the caller's step-up is fresh
   * @throws DomainError step_up_required
   */
  async require(caller: Caller): Promise<boolean> {
    if (!this.options.mfaChangeStepUp || caller.mfaFresh) return caller.mfaFresh;
    if ((await this.factors.listUsable(caller.userId)).length > 0) throw this.refusal();
    return false;
  }

  /**
   * Returns the enrollment to complete, after checking the requirement again. If a concurrent call has consumed the challenge,
   * throws mfa_challenge_expired instead of the step-up that the new factor now requires.
   *
   * @throws DomainError step_up_required, mfa_challenge_expired
   */
  async enrollmentToComplete<Kind extends FactorKind>(
    caller: Caller,
    challengeId: string,
    kind: Kind,
  ): Promise<PendingEnrollment<Kind>> {
    const enrollment = await this.pending.peek(caller, challengeId, kind);
    if (!enrollment) throw authErrors.mfaChallengeExpired();
    if (enrollment.steppedUp) return enrollment;
    try {
      await this.require(caller);
    } catch (refusal) {
      const isPending = (await this.pending.peek(caller, challengeId, kind)) !== null;
      throw isPending ? refusal : authErrors.mfaChallengeExpired();
    }
    return enrollment;
  }

  /**
   * Checks the requirement inside the transaction that changes the factors, with the user's row locked. The session
   * must still be active: an administrator who cleared the factors ended it.
   *
   * @param steppedUp whether the change started with a fresh step-up
   * @throws DomainError unauthenticated, step_up_required
   */
  async requireIn(tx: Tx, caller: Caller, steppedUp: boolean): Promise<void> {
    if (!(await this.sessions.lockForShare(tx, caller.sessionId))) throw httpErrors.unauthenticated();
    if (steppedUp || !this.options.mfaChangeStepUp) return;
    if ((await this.factors.listUsable(caller.userId, tx)).length === 0) return;
    const [row] = await tx.query<{ fresh: boolean }>(`SELECT ${freshSessionSql('$1', '$2')} AS fresh`, [
      caller.sessionId,
      this.options.stepUpSeconds,
    ]);
    if (!row?.fresh) throw this.refusal();
  }

  private refusal(): Error {
    return authErrors.stepUpRequired(this.options.stepUpSeconds);
  }
}
