import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import type { Caller } from '#libs/permissions';
import { authErrors } from '../auth.errors.js';
import { DatabaseClock } from './database-clock.js';
import { MfaFactorStore, type TotpFactor } from './mfa-factors.store.js';
import type { OpenedChallenge } from './opened-challenge.js';
import { CHALLENGE_SECONDS, StepUpChallenges } from './step-up-challenges.js';
import { StepUpOutcome } from './step-up-outcome.service.js';
import { acceptedStep } from './totp-code.js';
import { TotpSecrets } from './totp-secrets.js';

/** An answer to a TOTP challenge: ids are UUIDs, the code is six digits. */
export interface TotpAnswer {
  readonly challengeId: string;
  readonly factorId: string;
  readonly code: string;
}

/** Step-up with an authenticator app. */
@Injectable()
export class TotpStepUp {
  constructor(
    private readonly factors: MfaFactorStore,
    private readonly challenges: StepUpChallenges,
    private readonly secrets: TotpSecrets,
    private readonly outcome: StepUpOutcome,
    private readonly clock: DatabaseClock,
  ) {}

  /** @throws DomainError mfa_locked, mfa_enrollment_required without an authenticator app */
  async challenge(caller: Caller): Promise<OpenedChallenge> {
    await this.outcome.refuseWhileLocked(caller);
    const factors = (await this.factors.usable(caller.userId)).filter(({ kind }) => kind === 'totp');
    if (factors.length === 0) throw authErrors.mfaEnrollmentRequired();
    const challengeId = await this.challenges.open(caller, { kind: 'totp' });
    return { challengeId, kind: 'totp', factors, expiresAt: await this.clock.after(CHALLENGE_SECONDS) };
  }

  /**
   * @throws DomainError mfa_locked, mfa_challenge_expired (unknown, spent, another session's, over its tries),
   *   mfa_code_invalid (also for a factor that is not the caller's, and for a code that was used)
   */
  async verify(caller: Caller, answer: TotpAnswer): Promise<void> {
    await this.outcome.refuseWhileLocked(caller);
    const challenge = await this.challenges.find(caller, answer.challengeId, 'totp');
    if (!challenge) throw authErrors.mfaChallengeExpired();
    const factor = await this.factors.totp(caller.userId, answer.factorId);
    const step = await this.judge(answer, factor);
    if (!factor || step === null) return this.outcome.wrong(caller, 'totp');
    const { userId } = caller;
    const spend = (tx: Tx) => this.factors.spendStep(tx, userId, factor.id, step);
    if (!(await this.outcome.right(caller, { id: factor.id, kind: 'totp' }, spend)))
      return this.outcome.wrong(caller, 'totp');
    await this.challenges.spend(caller, answer.challengeId);
  }

  /** The step that the code is right for, or null; takes a try, but only once the secret is at hand. */
  private async judge(answer: TotpAnswer, factor: TotpFactor | null): Promise<number | null> {
    const secret = factor && (await this.secrets.open(factor.secretSealed, factor.id));
    try {
      if (!(await this.challenges.takeTry(answer.challengeId))) throw authErrors.mfaChallengeExpired();
      return factor && secret && acceptedStep(secret.reveal(), answer.code, factor);
    } finally {
      secret?.wipe();
    }
  }
}
