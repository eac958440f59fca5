import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type RedisCluster, startRedisCluster } from '../../../tools/redis-cluster.js';
import { createCache } from './create-cache.js';
import { itKeepsTheCacheContract } from './testing/cache-contract.js';
import { eventually } from './testing/eventually.js';
import { itKeepsALimitOverAFailover } from './testing/failover-contract.js';
import { itKeepsTheRateLimits } from './testing/throttler-contract.js';

describe('the cache on a Redis cluster', () => {
  let cluster: RedisCluster;
  beforeAll(async () => {
    cluster = await startRedisCluster();
  });
  afterAll(() => cluster.stop());

  itKeepsTheCacheContract(() => createCache(cluster.url));
  itKeepsTheRateLimits(() => createCache(cluster.url));

  /** Returns a lock name on other nodes than this key's, because the next story needs those untouched. */
  async function lockElsewhere(key: string) {
    const { primary } = await cluster.ownersOf(key);
    for (let n = 0; ; n += 1) {
      const owners = await cluster.ownersOf(`countersign:lock:task${n}`);
      if (owners.primary !== primary) return { name: `task${n}`, ...owners };
    }
  }

  it('distributes keys over all primaries', async () => {
    const cache = createCache(cluster.url);
    await Promise.all(Array.from({ length: 60 }, (_, n) => cache.set(`spread:${n}`, 'v', 60)));
    for (const { redis } of cluster.primaries) expect(await redis.dbsize()).toBeGreaterThan(0);
    await cache.close();
  });

  it('detects a lock lost in a failover, and cannot release the lock of the next owner', async () => {
    const [one, two] = [createCache(cluster.url), createCache(cluster.url)];
    const { name, primary, replica } = await lockElsewhere('countersign:limit:failover');
    // The replica misses subsequent writes.
    await replica.redis.config('SET', 'masterauth', 'refused');
    await primary.redis.call('CLIENT', 'KILL', 'TYPE', 'replica');
    await eventually(async () =>
      (await replica.redis.info('replication')).includes('master_link_status:down'),
    );
    const lost = await one.acquireLock(name, 60);
    expect(await two.acquireLock(name, 60)).toBeNull();

    await replica.redis.call('CLUSTER', 'FAILOVER', 'TAKEOVER');
    await eventually(async () => (await primary.redis.info('replication')).includes('role:slave'));
    const next = await two.acquireLock(name, 60);
    expect(next).not.toBeNull();
    expect(await lost?.renew()).toBe(false);
    await lost?.release();
    expect(await one.acquireLock(name, 60)).toBeNull();
    expect(await next?.renew()).toBe(true);
    await Promise.all([one.close(), two.close()]);
  });

  itKeepsALimitOverAFailover(
    () => createCache(cluster.url),
    async (key) => (await cluster.ownersOf(key)).primary.server,
  );
});
