import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Cache, CacheUnavailableError } from '#libs/cache';
import type { Caller } from '#libs/permissions';
import type { FactorKind } from './mfa-factors.store.js';

/** Lifetime of a challenge. */
export const CHALLENGE_SECONDS = 300;
const TRIES = 5;

/** What the response to a challenge is verified against. */
export type StepUpChallenge =
  | { readonly kind: 'totp' }
  | {
      readonly kind: 'webauthn';
      /** The challenge to sign, base64url. */
      readonly nonce: string;
      /** The credentials that may sign it, base64url. */
      readonly credentialIds: readonly string[];
      /** Milliseconds since 1970, by the database's clock. */
      readonly openedAt: number;
    };

/** A new step-up challenge, as returned to the caller. */
export interface OpenedChallenge {
  readonly challengeId: string;
  readonly kind: FactorKind;
  readonly expiresAt: Date;
  /** The factors that can respond to it. */
  readonly factors: readonly { readonly id: string; readonly label: string }[];
  /** PublicKeyCredentialRequestOptionsJSON; for webauthn only. */
  readonly options?: object;
}

/** The session that a challenge belongs to. */
export type SessionOwner = Pick<Caller, 'userId' | 'sessionId'>;

type Stored = StepUpChallenge & { readonly userId: string };

/** Stores step-up challenges: valid for 5 minutes, for one session, with 5 attempts (D23). */
@Injectable()
export class StepUpChallenges {
  constructor(private readonly cache: Cache) {}

  /** Creates a challenge for this session and returns its id. */
  async open(caller: Caller, challenge: StepUpChallenge): Promise<string> {
    const challengeId = randomUUID();
    const stored: Stored = { ...challenge, userId: caller.userId };
    await this.cache.set(keyOf(caller, challengeId), JSON.stringify(stored), CHALLENGE_SECONDS);
    return challengeId;
  }

  /** Returns this session's unexpired challenge of that kind, or null. */
  async find<Kind extends FactorKind>(
    caller: SessionOwner,
    challengeId: string,
    kind: Kind,
  ): Promise<Extract<StepUpChallenge, { kind: Kind }> | null> {
    const found = await this.cache.get(keyOf(caller, challengeId));
    const stored = found && (JSON.parse(found.toString('utf8')) as Stored);
    if (!stored || stored.userId !== caller.userId || stored.kind !== kind) return null;
    return stored as Extract<Stored, { kind: Kind }>;
  }

  /**
   * Counts an attempt before the response is verified, so that concurrent responses get no more than 5 attempts.
   *
   * @returns false when none are left
   */
  async takeTry(challengeId: string): Promise<boolean> {
    // The count must not expire before the challenge.
    return (await this.cache.increment(`mfa.tries:${challengeId}`, CHALLENGE_SECONDS)).count <= TRIES;
  }

  /** Consumes the challenge; of concurrent calls exactly one returns true. */
  async take(caller: Caller, challengeId: string): Promise<boolean> {
    return (await this.cache.take(keyOf(caller, challengeId))) !== null;
  }

  /** Deletes the challenge. If the cache is unavailable it expires by itself; its code is already marked as used. */
  async spend(caller: Caller, challengeId: string): Promise<void> {
    try {
      await this.cache.delete(keyOf(caller, challengeId));
    } catch (error) {
      if (!(error instanceof CacheUnavailableError)) throw error;
    }
  }
}

function keyOf(caller: SessionOwner, challengeId: string): string {
  return `mfa.challenge:${caller.sessionId}:${challengeId}`;
}
