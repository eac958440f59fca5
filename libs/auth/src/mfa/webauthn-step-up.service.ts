import { Injectable } from '@nestjs/common';
import { DatabaseClock, type Tx } from '#libs/database';
import type { Caller } from '#libs/permissions';
import { authErrors } from '../auth.errors.js';
import { FactorCompromise } from './factor-compromise.service.js';
import { RelyingParty } from './relying-party.js';
import { CHALLENGE_SECONDS, type OpenedChallenge, StepUpChallenges } from './step-up-challenges.js';
import { StepUpOutcome } from './step-up-outcome.service.js';
import { type WebauthnFactor, WebauthnFactorStore } from './webauthn-factors.store.js';

/** A response to a WebAuthn challenge. */
export interface WebauthnAnswer {
  /** UUID */
  readonly challengeId: string;
  /** The browser's AuthenticationResponseJSON, untrusted. */
  readonly response: object;
}

/** Step-up with a WebAuthn authenticator. */
@Injectable()
export class WebauthnStepUp {
  constructor(
    private readonly credentials: WebauthnFactorStore,
    private readonly challenges: StepUpChallenges,
    private readonly relyingParty: RelyingParty,
    private readonly outcome: StepUpOutcome,
    private readonly compromise: FactorCompromise,
    private readonly clock: DatabaseClock,
  ) {}

  /**
   * Creates a challenge.
   *
   * @throws DomainError mfa_locked, mfa_enrollment_required without an authenticator or without WebAuthn
   */
  async challenge(caller: Caller): Promise<OpenedChallenge> {
    await this.outcome.assertNotLocked(caller);
    const factors = this.relyingParty.isConfigured ? await this.credentials.listUsable(caller.userId) : [];
    if (factors.length === 0) throw authErrors.mfaEnrollmentRequired();
    const options = await this.relyingParty.requestOptions(factors, CHALLENGE_SECONDS);
    const expiresAt = await this.clock.after(CHALLENGE_SECONDS);
    const challengeId = await this.challenges.open(caller, {
      kind: 'webauthn',
      nonce: options.challenge,
      credentialIds: factors.map((factor) => factor.credentialId),
      openedAt: expiresAt.getTime() - CHALLENGE_SECONDS * 1000,
    });
    return { challengeId, kind: 'webauthn', factors, options, expiresAt };
  }

  /**
   * Verifies an assertion.
   *
   * @throws DomainError mfa_locked, mfa_challenge_expired (unknown, used, another session's, no attempts left, opened before
   *   the session's last step-up), webauthn_assertion_failed (also for a credential that the challenge does not allow),
   *   factor_compromised
   */
  async verify(caller: Caller, { challengeId, response }: WebauthnAnswer): Promise<void> {
    await this.outcome.assertNotLocked(caller);
    const challenge = await this.challenges.find(caller, challengeId, 'webauthn');
    if (!challenge) throw authErrors.mfaChallengeExpired();
    const factor = await this.factorOf(caller, response, challenge.credentialIds);
    // Counted before the response is verified (D23).
    if (!(await this.challenges.takeTry(challengeId))) throw authErrors.mfaChallengeExpired();
    const { userId } = caller;
    const signCount =
      factor && (await this.relyingParty.verifyAssertion(response, challenge.nonce, userId, factor));
    if (!factor || signCount === null) return this.outcome.fail(caller, 'webauthn');
    // For an authenticator without a counter, only consuming the challenge makes the signature single-use.
    if (!(await this.challenges.take(caller, challengeId))) throw authErrors.mfaChallengeExpired();
    return this.complete(caller, factor.id, signCount, challenge.openedAt);
  }

  private async complete(caller: Caller, id: string, signCount: number, openedAt: number): Promise<void> {
    const advance = (tx: Tx) => this.credentials.advance(tx, caller.userId, id, signCount);
    if (await this.outcome.succeed(caller, { id, kind: 'webauthn' }, advance, openedAt)) return;
    if (await this.compromise.report(caller, id, signCount)) throw authErrors.factorCompromised();
    return this.outcome.fail(caller, 'webauthn');
  }

  /** Returns the caller's usable credential of the response, if the challenge allows it (WebAuthn Level 3 §7.2). */
  private async factorOf(
    caller: Caller,
    response: object,
    allowed: readonly string[],
  ): Promise<WebauthnFactor | null> {
    const { id } = response as { id?: unknown };
    if (typeof id !== 'string' || !allowed.includes(id)) return null;
    return this.credentials.find(caller.userId, id);
  }
}
