import { Injectable } from '@nestjs/common';
import { newId } from '#libs/core';
import { DatabaseClock } from '#libs/database';
import type { Caller } from '#libs/permissions';
import { authErrors } from '../auth.errors.js';
import { ENROLLMENT_SECONDS, PendingEnrollments } from './pending-enrollments.js';
import { FactorChangeGate } from './factor-change-gate.js';
import { MfaFactors } from './mfa-factors.service.js';
import type { MfaFactor } from './mfa-factors.store.js';
import { RelyingParty } from './relying-party.js';
import { WebauthnFactorStore } from './webauthn-factors.store.js';

const DEFAULT_LABEL = 'Security key';

/** What the browser needs to create a credential. */
export interface StartedWebauthn {
  readonly challengeId: string;
  /** PublicKeyCredentialCreationOptionsJSON */
  readonly options: object;
  readonly expiresAt: Date;
}

/** Enrolls a WebAuthn authenticator (a security key, or one built into the device) in two steps. */
@Injectable()
export class WebauthnEnrollment {
  constructor(
    private readonly gate: FactorChangeGate,
    private readonly pending: PendingEnrollments,
    private readonly clock: DatabaseClock,
    private readonly credentials: WebauthnFactorStore,
    private readonly relyingParty: RelyingParty,
    private readonly factors: MfaFactors,
  ) {}

  /** Starts an enrollment; stores no factor yet. @throws DomainError step_up_required (D22) */
  async start(caller: Caller, label: string | null): Promise<StartedWebauthn> {
    const steppedUp = await this.gate.require(caller);
    const known = await this.credentials.listUsable(caller.userId);
    const options = await this.relyingParty.creationOptions(caller, known, ENROLLMENT_SECONDS);
    const challengeId = await this.pending.add(caller, {
      kind: 'webauthn',
      userId: caller.userId,
      label: label ?? DEFAULT_LABEL,
      challenge: options.challenge,
      steppedUp,
    });
    return { challengeId, options, expiresAt: await this.clock.after(ENROLLMENT_SECONDS) };
  }

  /**
   * Consumes the challenge and stores the factor; an invalid registration consumes it too.
   *
   * @param response the browser's RegistrationResponseJSON, untrusted
   * @throws DomainError mfa_challenge_expired, webauthn_registration_failed, factor_exists, step_up_required
   */
  async finish(caller: Caller, challengeId: string, response: object): Promise<MfaFactor> {
    const enrollment = await this.gate.enrollmentToComplete(caller, challengeId, 'webauthn');
    if (!(await this.pending.take(caller, challengeId))) throw authErrors.mfaChallengeExpired();
    const credential = await this.relyingParty.verifyRegistration(response, enrollment.challenge);
    if (!credential) throw authErrors.webauthnRegistrationFailed();
    const { label, steppedUp } = enrollment;
    return this.factors.addWebauthn(caller, { id: newId(), label, steppedUp, ...credential });
  }
}
