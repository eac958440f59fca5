import { Injectable } from '@nestjs/common';
import { DatabaseClock, type Tx } from '#libs/database';
import type { Caller } from '#libs/permissions';
import { authErrors } from '../auth.errors.js';
import { MfaFactorStore, type TotpFactor } from './mfa-factors.store.js';
import { CHALLENGE_SECONDS, type OpenedChallenge, StepUpChallenges } from './step-up-challenges.js';
import { StepUpOutcome } from './step-up-outcome.service.js';
import { acceptedStep } from './totp-code.js';
import { TotpSecrets } from './totp-secrets.js';

/** A response to a TOTP challenge: UUIDs and a code of six digits. */
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

  /** Creates a challenge. @throws DomainError mfa_locked, mfa_enrollment_required without an authenticator app */
  async challenge(caller: Caller): Promise<OpenedChallenge> {
    await this.outcome.assertNotLocked(caller);
    const factors = (await this.factors.listUsable(caller.userId)).filter(({ kind }) => kind === 'totp');
    if (factors.length === 0) throw authErrors.mfaEnrollmentRequired();
    const challengeId = await this.challenges.open(caller, { kind: 'totp' });
    return { challengeId, kind: 'totp', factors, expiresAt: await this.clock.after(CHALLENGE_SECONDS) };
  }

  /**
   * Verifies a code.
   *
   * @throws DomainError mfa_locked, mfa_challenge_expired (unknown, used, another session's, no attempts left),
   *   mfa_code_invalid (also for another user's factor or a used code)
   */
  async verify(caller: Caller, answer: TotpAnswer): Promise<void> {
    await this.outcome.assertNotLocked(caller);
    const challenge = await this.challenges.find(caller, answer.challengeId, 'totp');
    if (!challenge) throw authErrors.mfaChallengeExpired();
    const factor = await this.factors.findTotp(caller.userId, answer.factorId);
    const step = await this.matchStep(answer, factor);
    if (!factor || step === null) return this.outcome.fail(caller, 'totp');
    const { userId } = caller;
    const spend = (tx: Tx) => this.factors.consumeStep(tx, userId, factor.id, step);
    if (!(await this.outcome.succeed(caller, { id: factor.id, kind: 'totp' }, spend)))
      return this.outcome.fail(caller, 'totp');
    await this.challenges.spend(caller, answer.challengeId);
  }

  /** Returns the step that the code is valid for, or null. Counts an attempt, but only after the secret was decrypted. */
  private async matchStep(answer: TotpAnswer, factor: TotpFactor | null): Promise<number | null> {
    const secret = factor && (await this.secrets.open(factor.secretSealed, factor.id));
    try {
      if (!(await this.challenges.takeTry(answer.challengeId))) throw authErrors.mfaChallengeExpired();
      return factor && secret && acceptedStep(secret.reveal(), answer.code, factor);
    } finally {
      secret?.wipe();
    }
  }
}
