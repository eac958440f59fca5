import { Injectable } from '@nestjs/common';
import { Cache, CacheUnavailableError, type Tally } from '#libs/cache';
import { httpErrors } from '#libs/core';

const WINDOW_SECONDS = 60;

/** How often one source address may fail in a window, by what it fails at (D98). */
const LIMITS = { 'agent.authenticate': 60, 'agent.enroll': 30 } as const;

export type Attempt = keyof typeof LIMITS;

/**
 * Limits how often a source address may present credentials that are none. Only failures count: behind one address
 * there may be a fleet of 10,000 agents. While the cache is unreachable nothing is counted and agents go on (D83).
 */
@Injectable()
export class FailedAttempts {
  constructor(private readonly cache: Cache) {}

  /**
   * To be asked before a credential is looked up.
   *
   * @throws DomainError rate_limited when the address has used up its failures
   */
  async assertLeft(attempt: Attempt, source: string): Promise<void> {
    await refuseAbove(LIMITS[attempt] - 1, this.cache.tallied(keyOf(attempt, source)));
  }

  /**
   * Counts a failure, over all processes. Concurrent attempts may all have passed `assertLeft`: those beyond the limit
   * are refused here, and do not hear whether their credential was good.
   *
   * @throws DomainError rate_limited when it is one too many
   */
  async count(attempt: Attempt, source: string): Promise<void> {
    await refuseAbove(LIMITS[attempt], this.cache.tally(keyOf(attempt, source), WINDOW_SECONDS));
  }
}

function keyOf(attempt: Attempt, source: string): string {
  return `limit:${attempt}:${source}`;
}

async function refuseAbove(limit: number, counting: Promise<Tally>): Promise<void> {
  const tally = await counting.catch((error: unknown) => {
    if (error instanceof CacheUnavailableError) return null;
    throw error;
  });
  if (tally && tally.count > limit)
    throw httpErrors.rateLimited(Math.max(1, Math.ceil(tally.expiresInMs / 1000)));
}
