import { Injectable } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { Cache } from './cache.js';

const MAX_KEY_LENGTH = 200;

/** The count of one key in the throttler's form; times are in seconds. */
type Hits = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/**
 * Counts the throttler's calls in the cache, exactly over all processes and in one round trip each. The window is fixed:
 * it starts with its first call, and blocked calls count without prolonging it (D71).
 */
@Injectable()
export class CacheThrottlerStorage implements ThrottlerStorage {
  constructor(private readonly cache: Cache) {}

  /**
   * @param key whose calls are counted; characters beyond 200 are ignored
   * @param ttlMs the window; whole seconds
   * @throws CacheUnavailableError when the cache cannot be reached: the guard refuses or lets the call through (D60, D83)
   */
  async increment(key: string, ttlMs: number, limit: number): Promise<Hits> {
    if (!Number.isInteger(limit) || limit < 1) throw new RangeError('A limit is a positive whole number');
    const { count, expiresInMs } = await this.cache.increment(
      `limit:${key.slice(0, MAX_KEY_LENGTH)}`,
      ttlMs / 1000,
    );
    const isBlocked = count > limit;
    const timeToExpire = Math.max(1, Math.ceil(expiresInMs / 1000));
    return { totalHits: count, timeToExpire, isBlocked, timeToBlockExpire: isBlocked ? timeToExpire : 0 };
  }
}
