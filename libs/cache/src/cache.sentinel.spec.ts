import { afterAll, beforeAll, describe } from '@jest/globals';
import { startWatchedRedis, type WatchedRedis } from '../../../tools/redis-sentinel.js';
import { createCache } from './create-cache.js';
import { itKeepsTheCacheContract } from './testing/cache-contract.js';
import { itKeepsALimitOverAFailover } from './testing/failover-contract.js';

describe('the cache on Redis with Sentinel', () => {
  let redis: WatchedRedis;
  beforeAll(async () => {
    redis = await startWatchedRedis();
  });
  afterAll(() => redis.stop());

  itKeepsTheCacheContract(() => createCache(redis.url));
  itKeepsALimitOverAFailover(
    () => createCache(redis.url),
    async () => redis.primary,
  );
});
