import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Cache, CacheUnavailableError } from '#libs/cache';
import type { Caller } from '#libs/rbac';
import type { FactorKind } from './mfa-factors.store.js';

const LIFETIME_SECONDS = 300;
const TRIES = 5;

interface Challenge {
  readonly kind: FactorKind;
  readonly userId: string;
}

/** Step-up challenges: 5 minutes, one user, one session, 5 tries (D23). */
@Injectable()
export class StepUpChallenges {
  constructor(private readonly cache: Cache) {}

  async open(caller: Caller, kind: FactorKind): Promise<{ challengeId: string; lifetimeSeconds: number }> {
    const challengeId = randomUUID();
    const challenge: Challenge = { kind, userId: caller.userId };
    await this.cache.set(keyOf(caller, challengeId), JSON.stringify(challenge), LIFETIME_SECONDS);
    return { challengeId, lifetimeSeconds: LIFETIME_SECONDS };
  }

  /** The kind of a challenge that this session opened and that is not over, or null. */
  async kindOf(caller: Caller, challengeId: string): Promise<FactorKind | null> {
    const stored = await this.cache.get(keyOf(caller, challengeId));
    const challenge = stored && (JSON.parse(stored.toString('utf8')) as Challenge);
    return challenge && challenge.userId === caller.userId ? challenge.kind : null;
  }

  /**
   * Takes one of the challenge's tries. It is counted before the answer is looked at: so many at once as one
   * likes get no more than 5 looks.
   */
  async takeTry(challengeId: string): Promise<boolean> {
    // Lives at least as long as the challenge, so that the count can't lapse before it.
    return (await this.cache.increment(`mfa.tries:${challengeId}`, LIFETIME_SECONDS)) <= TRIES;
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
