import { expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import type { RedisServer } from '../../../../tools/redis.js';
import type { Cache } from '../cache.js';
import { CacheUnavailableError } from '../cache.errors.js';
import { eventually } from './eventually.js';

/** The key with the prefix. */
const KEY = 'countersign:limit:failover';

/**
 * Tests a limit whose server stops responding under load and is replaced by a replica. The server stays stopped.
 * @param primaryOf returns the current server of a key
 */
export function itKeepsALimitOverAFailover(
  open: () => Cache,
  primaryOf: (key: string) => Promise<RedisServer>,
): void {
  it('a limit keeps its window across a failover under load, and counts no call twice', async () => {
    const caches = [open(), open()];
    const count = (calls: number) =>
      Promise.allSettled(
        Array.from({ length: calls }, (_, index) => caches[index % 2]!.increment('limit:failover', 60)),
      );
    const before = await count(50);
    expect(before.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    const { expiresInMs } = await caches[0]!.counter('limit:failover');

    const primary = await primaryOf(KEY);
    await replicated(primary);
    process.kill(primary.pid, 'SIGSTOP');
    const during = await count(50);
    for (const each of during) {
      expect(each.status).toBe('rejected');
      expect((each as PromiseRejectedResult).reason).toBeInstanceOf(CacheUnavailableError);
    }

    for (const cache of caches) {
      await eventually(() => answers(cache));
      const after = await cache.counter('limit:failover');
      expect(after.count).toBe(50);
      expect(after.expiresInMs).toBeLessThan(expiresInMs);
    }
    expect((await caches[1]!.increment('limit:failover', 60)).count).toBe(51);
    await Promise.all(caches.map((cache) => cache.close()));
  });
}

function answers(cache: Cache): Promise<boolean> {
  return cache.counter('limit:failover').then(
    () => true,
    () => false,
  );
}

/** Resolves when a replica has everything that was written so far. */
async function replicated({ url }: RedisServer): Promise<void> {
  const redis = new Redis(url);
  // WAIT covers writes of its own connection; the braces put it into the slot of the limit.
  await redis.set(`{${KEY}}:witness`, '1', 'EX', 60);
  expect(await redis.wait(1, 5_000)).toBeGreaterThanOrEqual(1);
  redis.disconnect();
}
