import { Injectable } from '@nestjs/common';
import type { Caller } from '#libs/permissions';
import type { FactorKind } from './mfa-factors.store.js';
import type { OpenedChallenge } from './step-up-challenges.js';
import { type TotpAnswer, TotpStepUp } from './totp-step-up.service.js';
import { type WebauthnAnswer, WebauthnStepUp } from './webauthn-step-up.service.js';

/** A code with its factor, or an authenticator's response. */
export type StepUpAnswer = TotpAnswer | WebauthnAnswer;

/** Step-up with a second factor: creates a challenge; a valid response stamps the session. */
@Injectable()
export class StepUp {
  constructor(
    private readonly totp: TotpStepUp,
    private readonly webauthn: WebauthnStepUp,
  ) {}

  /** Creates a challenge. @throws DomainError mfa_locked, mfa_enrollment_required without a factor of that kind */
  async challenge(caller: Caller, kind: FactorKind): Promise<OpenedChallenge> {
    return kind === 'totp' ? this.totp.challenge(caller) : this.webauthn.challenge(caller);
  }

  /**
   * Verifies the response to a challenge.
   *
   * @throws DomainError mfa_locked, mfa_challenge_expired, mfa_code_invalid, webauthn_assertion_failed,
   *   factor_compromised
   */
  async verify(caller: Caller, answer: StepUpAnswer): Promise<void> {
    return 'response' in answer ? this.webauthn.verify(caller, answer) : this.totp.verify(caller, answer);
  }
}
