import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Cache } from '#libs/cache';
import { KeyService, KeyServiceError, openBlob, sealBlob } from '#libs/kms';
import type { Caller } from '#libs/rbac';
import { SecretBytes } from '#libs/secret-bytes';

const LIFETIME_SECONDS = 600;

/** An enrollment between its two steps. */
export interface ParkedEnrollment {
  readonly kind: 'totp';
  readonly userId: string;
  readonly label: string;
  /** Base64 of the factor's secret. */
  readonly secret: string;
  /** A fresh step-up stood behind the start; without one the user had no factor then. */
  readonly steppedUp: boolean;
}

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
  async park(
    caller: Caller,
    enrollment: ParkedEnrollment,
  ): Promise<{ challengeId: string; lifetimeSeconds: number }> {
    const challengeId = randomUUID();
    const bytes = SecretBytes.fromUtf8(JSON.stringify(enrollment));
    const sealed = await sealBlob(bytes, labelOf(challengeId), this.keys);
    bytes.wipe();
    await this.cache.set(keyOf(caller, challengeId), sealed, LIFETIME_SECONDS);
    return { challengeId, lifetimeSeconds: LIFETIME_SECONDS };
  }

  /** Reads the enrollment and leaves it there: nothing is lost when the key service is away. */
  async peek(caller: Caller, challengeId: string): Promise<ParkedEnrollment | null> {
    const sealed = await this.cache.get(keyOf(caller, challengeId));
    return sealed && this.open(sealed.toString('utf8'), challengeId);
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
