import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { generateURI, ScureBase32Plugin } from 'otplib';
import { newId } from '#libs/core';
import { DatabaseClock } from '#libs/database';
import type { Caller } from '#libs/permissions';
import { authErrors } from '../auth.errors.js';
import { ENROLLMENT_SECONDS, PendingEnrollments } from './pending-enrollments.js';
import { FactorChangeGate } from './factor-change-gate.js';
import { MfaFactors } from './mfa-factors.service.js';
import type { MfaFactor } from './mfa-factors.store.js';
import { acceptedStep, stepAt } from './totp-code.js';
import { TotpSecrets } from './totp-secrets.js';

/** 160 bits, as RFC 4226 §4 recommends. */
const SECRET_BYTES = 20;
const ISSUER = 'Countersign';
const DEFAULT_LABEL = 'Authenticator app';
const base32 = new ScureBase32Plugin();

/** What an authenticator app needs; shown once. */
export interface StartedTotp {
  readonly challengeId: string;
  /** Base32 without padding. */
  readonly secret: string;
  readonly otpauthUrl: string;
  readonly expiresAt: Date;
}

/** Enrolls an authenticator app in two steps. */
@Injectable()
export class TotpEnrollment {
  constructor(
    private readonly gate: FactorChangeGate,
    private readonly pending: PendingEnrollments,
    private readonly clock: DatabaseClock,
    private readonly secrets: TotpSecrets,
    private readonly factors: MfaFactors,
  ) {}

  /** Starts an enrollment; stores no factor yet. @throws DomainError step_up_required (D22) */
  async start(caller: Caller, label: string | null): Promise<StartedTotp> {
    const steppedUp = await this.gate.require(caller);
    const bytes = randomBytes(SECRET_BYTES);
    const secret = base32.encode(bytes);
    const challengeId = await this.pending.add(caller, {
      kind: 'totp',
      userId: caller.userId,
      label: label ?? DEFAULT_LABEL,
      secret: bytes.toString('base64'),
      steppedUp,
    });
    bytes.fill(0);
    const otpauthUrl = generateURI({ issuer: ISSUER, label: caller.email, secret });
    return { challengeId, secret, otpauthUrl, expiresAt: await this.clock.after(ENROLLMENT_SECONDS) };
  }

  /**
   * Consumes the challenge and stores the factor; a wrong code consumes it too.
   *
   * @param code six digits
   * @throws DomainError mfa_challenge_expired, mfa_code_invalid (400), step_up_required
   */
  async confirm(caller: Caller, challengeId: string, code: string): Promise<MfaFactor> {
    const enrollment = await this.gate.enrollmentToComplete(caller, challengeId, 'totp');
    const id = newId();
    const secret = Buffer.from(enrollment.secret, 'base64');
    // Encrypts before the challenge is consumed, so that the call can be repeated after an outage of the key service.
    const secretSealed = await this.secrets.seal(secret, id);
    const now = stepAt(await this.clock.now());
    if (!(await this.pending.take(caller, challengeId))) throw authErrors.mfaChallengeExpired();
    const lastStep = acceptedStep(secret, code, { now, lastStep: null });
    secret.fill(0);
    if (lastStep === null) throw authErrors.enrollmentCodeInvalid();
    const { label, steppedUp } = enrollment;
    return this.factors.addTotp(caller, { id, label, secretSealed, lastStep, steppedUp });
  }
}
