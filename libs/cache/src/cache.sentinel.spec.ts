import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { startRedis } from '../../../tools/redis.js';
import { startRedisWithSentinels, type RedisWithSentinels } from '../../../tools/redis-sentinel.js';
import { createCache } from './create-cache.js';
import { CacheUnavailableError } from './cache.errors.js';
import { itKeepsTheCacheContract } from './testing/cache-contract.js';
import { eventually } from './testing/eventually.js';
import { itKeepsALimitOverAFailover } from './testing/failover-contract.js';

describe('the cache on Redis with Sentinel', () => {
  let redis: RedisWithSentinels;
  beforeAll(async () => {
    redis = await startRedisWithSentinels();
  });
  afterAll(() => redis.stop());

  itKeepsTheCacheContract(() => createCache(redis.url));
  itKeepsALimitOverAFailover(
    () => createCache(redis.url),
    async () => redis.primary,
  );

  it('is used again however long there was no primary', async () => {
    const watched = await startRedisWithSentinels();
    const cache = createCache(watched.url);
    await cache.ping();
    for (const { pid } of [watched.replica, watched.primary]) process.kill(pid, 'SIGKILL');
    // Longer than a client needs to ask all three Sentinels for the primary without reaching it.
    for (let asked = 0; asked < 30; asked += 1) {
      await expect(cache.ping()).rejects.toBeInstanceOf(CacheUnavailableError);
      await sleep(100);
    }
    const again = await startRedis({ port: watched.primary.port });
    await eventually(() =>
      cache.ping().then(
        () => true,
        () => false,
      ),
    );
    await cache.close();
    await again.stop();
    await watched.stop();
  });
});
