import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Caller } from '#libs/permissions';
import { SealedEntries } from '../sealed-entries.js';
import type { FactorKind } from './mfa-factors.store.js';

/** How long an enrollment waits for its second step. */
export const ENROLLMENT_SECONDS = 600;

interface Parked {
  readonly userId: string;
  readonly label: string;
  /** A fresh step-up stood behind the start; without one the user had no factor then. */
  readonly steppedUp: boolean;
}

/** An authenticator app between the two steps of its enrollment. */
export interface ParkedTotp extends Parked {
  readonly kind: 'totp';
  /** Base64 of the factor's secret. */
  readonly secret: string;
}

/** A WebAuthn authenticator between the two steps of its enrollment. */
export interface ParkedWebauthn extends Parked {
  readonly kind: 'webauthn';
  /** The challenge to be signed, base64url. */
  readonly challenge: string;
}

type ParkedEnrollment = ParkedTotp | ParkedWebauthn;

/**
 * Enrollments wait in the cache for 10 minutes, sealed. The key holds the session, so that another session finds
 * nothing and takes nothing away (D81).
 */
@Injectable()
export class EnrollmentParking {
  constructor(private readonly entries: SealedEntries) {}

  /** Parks the enrollment and gives its challenge id. */
  async park(caller: Caller, enrollment: ParkedEnrollment): Promise<string> {
    const challengeId = randomUUID();
    await this.entries.set(keyOf(caller, challengeId), enrollment, ENROLLMENT_SECONDS);
    return challengeId;
  }

  /** Reads an enrollment of that kind and leaves it there. */
  async peek<Kind extends FactorKind>(
    caller: Caller,
    challengeId: string,
    kind: Kind,
  ): Promise<Extract<ParkedEnrollment, { kind: Kind }> | null> {
    const parked = await this.entries.peek<ParkedEnrollment>(keyOf(caller, challengeId));
    return parked?.kind === kind ? (parked as Extract<ParkedEnrollment, { kind: Kind }>) : null;
  }

  /** Consumes the enrollment: of any number of callers exactly one gets true. */
  async take(caller: Caller, challengeId: string): Promise<boolean> {
    return this.entries.take(keyOf(caller, challengeId));
  }
}

function keyOf(caller: Caller, challengeId: string): string {
  return `mfa.enrollment:${caller.sessionId}:${challengeId}`;
}
