import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Caller } from '#libs/permissions';
import { EncryptedCacheEntries } from '../encrypted-cache-entries.js';
import type { FactorKind } from './mfa-factors.store.js';

/** Lifetime of an enrollment between its two steps. */
export const ENROLLMENT_SECONDS = 600;

interface Pending {
  readonly userId: string;
  readonly label: string;
  /** Whether the enrollment started with a fresh step-up; if not, the user had no factor at that time. */
  readonly steppedUp: boolean;
}

/** A TOTP enrollment between its two steps. */
export interface PendingTotp extends Pending {
  readonly kind: 'totp';
  /** Base64 of the factor's secret. */
  readonly secret: string;
}

/** A WebAuthn enrollment between its two steps. */
export interface PendingWebauthn extends Pending {
  readonly kind: 'webauthn';
  /** The challenge to sign, base64url. */
  readonly challenge: string;
}

type AnyEnrollment = PendingTotp | PendingWebauthn;

/** The enrollment of a kind of factor. */
export type PendingEnrollment<Kind extends FactorKind> = Extract<AnyEnrollment, { kind: Kind }>;

/**
 * Stores pending enrollments in the cache for 10 minutes, encrypted. The cache key contains the session, so that another
 * session can neither read nor consume one (D81).
 */
@Injectable()
export class PendingEnrollments {
  constructor(private readonly entries: EncryptedCacheEntries) {}

  /** Stores the enrollment and returns its challenge id. */
  async add(caller: Caller, enrollment: AnyEnrollment): Promise<string> {
    const challengeId = randomUUID();
    await this.entries.set(keyOf(caller, challengeId), enrollment, ENROLLMENT_SECONDS);
    return challengeId;
  }

  /** Returns the enrollment of that kind without consuming it. */
  async peek<Kind extends FactorKind>(
    caller: Caller,
    challengeId: string,
    kind: Kind,
  ): Promise<PendingEnrollment<Kind> | null> {
    const enrollment = await this.entries.peek<AnyEnrollment>(keyOf(caller, challengeId));
    return enrollment?.kind === kind ? (enrollment as PendingEnrollment<Kind>) : null;
  }

  /** Consumes the enrollment; of concurrent calls exactly one returns true. */
  async take(caller: Caller, challengeId: string): Promise<boolean> {
    return this.entries.take(keyOf(caller, challengeId));
  }
}

function keyOf(caller: Caller, challengeId: string): string {
  return `mfa.enrollment:${caller.sessionId}:${challengeId}`;
}
