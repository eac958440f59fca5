import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Cache, CacheUnavailableError } from '#libs/cache';
import type { Caller } from '#libs/permissions';
import type { FactorKind } from './mfa-factors.store.js';

/** How long a challenge waits for its answer. */
export const CHALLENGE_SECONDS = 300;
const TRIES = 5;

/** What the answer to a challenge is held against. */
export type StepUpChallenge =
  | { readonly kind: 'totp' }
  | {
      readonly kind: 'webauthn';
      /** What is to be signed, base64url. */
      readonly nonce: string;
      /** The credentials that may sign it, base64url. */
      readonly credentialIds: readonly string[];
    };

type Stored = StepUpChallenge & { readonly userId: string };

/** Step-up challenges: 5 minutes, one user, one session, 5 tries (D23). */
@Injectable()
export class StepUpChallenges {
  constructor(private readonly cache: Cache) {}

  /** Opens a challenge for this session and gives its id. */
  async open(caller: Caller, challenge: StepUpChallenge): Promise<string> {
    const challengeId = randomUUID();
    const stored: Stored = { ...challenge, userId: caller.userId };
    await this.cache.set(keyOf(caller, challengeId), JSON.stringify(stored), CHALLENGE_SECONDS);
    return challengeId;
  }

  /** A challenge of that kind that this session opened and that is not over, or null. */
  async find<Kind extends FactorKind>(
    caller: Caller,
    challengeId: string,
    kind: Kind,
  ): Promise<Extract<StepUpChallenge, { kind: Kind }> | null> {
    const found = await this.cache.get(keyOf(caller, challengeId));
    const stored = found && (JSON.parse(found.toString('utf8')) as Stored);
    if (!stored || stored.userId !== caller.userId || stored.kind !== kind) return null;
    return stored as Extract<Stored, { kind: Kind }>;
  }

  /**
   * Takes one of the challenge's tries. It is counted before the answer is looked at: so many at once as one
   * likes get no more than 5 looks.
   */
  async takeTry(challengeId: string): Promise<boolean> {
    // Lives at least as long as the challenge, so that the count can't lapse before it.
    return (await this.cache.increment(`mfa.tries:${challengeId}`, CHALLENGE_SECONDS)) <= TRIES;
  }

  /** Ends the challenge: of any number of callers exactly one gets true. */
  async take(caller: Caller, challengeId: string): Promise<boolean> {
    return (await this.cache.take(keyOf(caller, challengeId))) !== null;
  }

  /** Ends the challenge. When the cache is away it ends by itself: the code in it is spent already. */
  async spend(caller: Caller, challengeId: string): Promise<void> {
    try {
      await this.cache.delete(keyOf(caller, challengeId));
    } catch (error) {
      if (!(error instanceof CacheUnavailableError)) throw error;
    }
  }
}

function keyOf(caller: Caller, challengeId: string): string {
  return `mfa.challenge:${caller.sessionId}:${challengeId}`;
}
