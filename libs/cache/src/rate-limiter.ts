import { Injectable } from '@nestjs/common';
import { Cache, type Tally } from './cache.js';

const LONGEST_KEY = 200;

/** The answer to one call. `retryAfterSeconds` is 0 when allowed, else at least 1. */
export interface RateLimitDecision {
  allowed: boolean;
  retryAfterSeconds: number;
  remaining: number;
}

/**
 * Fixed-window limits, exact across processes.
 *
 * Built on the cache port and not on rate-limiter-flexible: that one binds limit and window to an instance,
 * refuses by rejecting with something that is no Error, and wants the bare client, past the port's deadlines and
 * errors. The one script it would bring (raise, expire) is what the port's tally already is.
 */
@Injectable()
export class RateLimiter {
  constructor(private readonly cache: Cache) {}

  /**
   * Counts one call against `limit` calls per window. The window runs from its first call; refused calls count
   * too, but don't prolong it (D71).
   * @param bucket a constant name of what is limited, such as `login.ip`
   * @param key whose calls are counted (an address, a user id); beyond 200 characters the rest is ignored
   * @throws CacheUnavailableError when the cache is away: the caller refuses or goes on (D60, D83)
   */
  async consume(
    bucket: string,
    key: string,
    limit: number,
    windowSeconds: number,
  ): Promise<RateLimitDecision> {
    const tally = await this.cache.tally(nameOf(bucket, key, limit), windowSeconds);
    return decide(tally.count <= limit, tally, limit);
  }

  /**
   * What one more call would be told; it is not counted. For limits of calls that fail, which are counted once they
   * have: `consume` then decides exactly, this spares the work of those that come too late.
   * @throws CacheUnavailableError as `consume` does
   */
  async peek(bucket: string, key: string, limit: number): Promise<RateLimitDecision> {
    const tally = await this.cache.tallied(nameOf(bucket, key, limit));
    return decide(tally.count < limit, tally, limit);
  }
}

function nameOf(bucket: string, key: string, limit: number): string {
  if (!/^[a-z][a-z0-9_.-]{0,63}$/.test(bucket)) throw new RangeError('Not a name of a rate limit');
  if (!Number.isInteger(limit) || limit < 1) throw new RangeError('A limit is a positive whole number');
  return `limit:${bucket}:${key.slice(0, LONGEST_KEY)}`;
}

function decide(allowed: boolean, { count, expiresInMs }: Tally, limit: number): RateLimitDecision {
  return {
    allowed,
    retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil(expiresInMs / 1000)),
    remaining: Math.max(0, limit - count),
  };
}
