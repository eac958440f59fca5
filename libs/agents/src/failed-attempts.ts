import { Injectable } from '@nestjs/common';
import { Cache, CacheUnavailableError, type Counter } from '#libs/cache';
import { httpErrors } from '#libs/core';

const WINDOW_SECONDS = 60;

/** Failures allowed per source address and window, by kind of attempt (D98). */
const LIMITS = { 'agent.authenticate': 60, 'agent.enroll': 30 } as const;

export type Attempt = keyof typeof LIMITS;

/**
 * Limits how often a source address may present invalid credentials. Only failures count, because a fleet of 10,000
 * agents may share one address. While the cache is unreachable the limit is not enforced (D83).
 */
@Injectable()
export class FailedAttempts {
  constructor(private readonly cache: Cache) {}

  /**
   * Checks the limit before a credential is looked up.
   *
   * @throws DomainError rate_limited when the address has reached its limit
   */
  async assertBelowLimit(attempt: Attempt, source: string): Promise<void> {
    await refuseAbove(LIMITS[attempt] - 1, this.cache.counter(keyOf(attempt, source)));
  }

  /**
   * Counts a failure, across all processes. Concurrent attempts may all have passed the first check: those beyond the
   * limit are refused here, without learning whether their credential was valid.
   *
   * @throws DomainError rate_limited when the failure exceeds the limit
   */
  async count(attempt: Attempt, source: string): Promise<void> {
    await refuseAbove(LIMITS[attempt], this.cache.increment(keyOf(attempt, source), WINDOW_SECONDS));
  }
}

function keyOf(attempt: Attempt, source: string): string {
  return `limit:${attempt}:${source}`;
}

async function refuseAbove(limit: number, counting: Promise<Counter>): Promise<void> {
  const counter = await counting.catch((error: unknown) => {
    if (error instanceof CacheUnavailableError) return null;
    throw error;
  });
  if (counter && counter.count > limit)
    throw httpErrors.rateLimited(Math.max(1, Math.ceil(counter.expiresInMs / 1000)));
}
