import { Injectable } from '@nestjs/common';
import type { Caller } from '#libs/rbac';
import { authErrors } from '../auth.errors.js';
import { DatabaseClock } from './database-clock.js';
import { type FactorKind, type MfaFactor, MfaFactorStore, type TotpFactor } from './mfa-factors.store.js';
import { StepUpChallenges } from './step-up-challenges.js';
import { StepUpOutcome } from './step-up-outcome.service.js';
import { acceptedStep } from './totp-code.js';
import { TotpSecrets } from './totp-secrets.js';

export interface OpenedChallenge {
  readonly challengeId: string;
  readonly kind: FactorKind;
  readonly expiresAt: Date;
  /** The factors that may answer it. */
  readonly factors: readonly MfaFactor[];
}

/** An answer to a TOTP challenge: ids are UUIDs, the code is six digits. */
export interface TotpAnswer {
  readonly challengeId: string;
  readonly factorId: string;
  readonly code: string;
}

/** Step-up with a second factor: a challenge, then an answer that stamps the session. */
@Injectable()
export class StepUp {
  constructor(
    private readonly factors: MfaFactorStore,
    private readonly challenges: StepUpChallenges,
    private readonly secrets: TotpSecrets,
    private readonly outcome: StepUpOutcome,
    private readonly clock: DatabaseClock,
  ) {}

  /** @throws DomainError mfa_locked, mfa_enrollment_required without a factor of that kind */
  async challenge(caller: Caller, kind: FactorKind): Promise<OpenedChallenge> {
    await this.outcome.refuseWhileLocked(caller);
    const factors = (await this.factors.usable(caller.userId)).filter((factor) => factor.kind === kind);
    if (factors.length === 0) throw authErrors.mfaEnrollmentRequired();
    const { challengeId, lifetimeSeconds } = await this.challenges.open(caller, kind);
    return { challengeId, kind, factors, expiresAt: await this.clock.after(lifetimeSeconds) };
  }

  /**
   * @throws DomainError mfa_locked, mfa_challenge_expired (unknown, spent, another session's, over its tries),
   *   mfa_code_invalid (also for a factor that is not the caller's, and for a code that was used)
   */
  async verifyTotp(caller: Caller, answer: TotpAnswer): Promise<void> {
    await this.outcome.refuseWhileLocked(caller);
    const kind = await this.challenges.kindOf(caller, answer.challengeId);
    if (kind !== 'totp') throw authErrors.mfaChallengeExpired();
    const factor = await this.factors.totp(caller.userId, answer.factorId);
    const step = await this.judge(answer, factor);
    if (!factor || step === null) return this.outcome.wrong(caller, 'totp');
    await this.outcome.rightTotp(caller, factor.id, step);
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
