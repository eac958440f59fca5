import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Cache } from '#libs/cache';
import { KeyService, KeyServiceError, openBlob, sealBlob } from '#libs/kms';
import type { Caller } from '#libs/rbac';
import { SecretBytes } from '#libs/secret-bytes';
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
 * Enrollments wait in the cache for 10 minutes, encrypted by the key service. The key holds the session, so
 * that another session finds nothing and takes nothing away (D81).
 */
@Injectable()
export class EnrollmentParking {
  constructor(
    private readonly cache: Cache,
    private readonly keys: KeyService,
  ) {}

  /** Parks the enrollment and gives its challenge id. */
  async park(caller: Caller, enrollment: ParkedEnrollment): Promise<string> {
    const challengeId = randomUUID();
    const bytes = SecretBytes.fromUtf8(JSON.stringify(enrollment));
    const sealed = await sealBlob(bytes, labelOf(challengeId), this.keys);
    bytes.wipe();
    await this.cache.set(keyOf(caller, challengeId), sealed, ENROLLMENT_SECONDS);
    return challengeId;
  }

  /** Reads an enrollment of that kind and leaves it there: nothing is lost when the key service is away. */
  async peek<Kind extends FactorKind>(
    caller: Caller,
    challengeId: string,
    kind: Kind,
  ): Promise<Extract<ParkedEnrollment, { kind: Kind }> | null> {
    const sealed = await this.cache.get(keyOf(caller, challengeId));
    const parked = sealed && (await this.open(sealed.toString('utf8'), challengeId));
    return parked?.kind === kind ? (parked as Extract<ParkedEnrollment, { kind: Kind }>) : null;
  }

  /** Consumes the enrollment: of any number of callers exactly one gets true. */
  async take(caller: Caller, challengeId: string): Promise<boolean> {
    return (await this.cache.take(keyOf(caller, challengeId))) !== null;
  }

  /** What does not open was not parked by us, or the master key is another since: as good as gone. */
  private async open(sealed: string, challengeId: string): Promise<ParkedEnrollment | null> {
    try {
      const bytes = await openBlob(sealed, labelOf(challengeId), this.keys);
      const text = Buffer.from(bytes.reveal()).toString('utf8');
      bytes.wipe();
      return JSON.parse(text) as ParkedEnrollment;
    } catch (error) {
      if (error instanceof KeyServiceError && error.reason === 'undecryptable') return null;
      throw error;
    }
  }
}

function keyOf(caller: Caller, challengeId: string): string {
  return `mfa.enrollment:${caller.sessionId}:${challengeId}`;
}

function labelOf(challengeId: string): string {
  return `mfa-enrollment|${challengeId}`;
}
