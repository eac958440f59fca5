import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { Redis } from 'ioredis';
import { requireRedis, startRedis, type RedisServer } from '../../../tools/redis.js';
import { CacheUnavailableError } from './cache.errors.js';
import type { Cache } from './cache.js';
import { createCache } from './create-cache.js';
import { itKeepsTheCacheContract } from './testing/cache-contract.js';
import { eventually } from './testing/eventually.js';
import { itKeepsTheRateLimits } from './testing/throttler-contract.js';
import { CacheThrottlerStorage } from './throttler-storage.js';

describe('the cache on Redis', () => {
  let server: Awaited<ReturnType<typeof requireRedis>>;
  beforeAll(async () => {
    server = await requireRedis();
  });
  afterAll(() => server.stop());

  itKeepsTheCacheContract(() => createCache(server.url));
  itKeepsTheRateLimits(() => createCache(server.url));
});

describe('the cache while Redis fails', () => {
  let server: RedisServer;
  let cache: Cache;
  const port = () => Number(new URL(server.url).port);
  const kill = () => process.kill(server.pid, 'SIGKILL');
  const restart = async () => {
    await server.stop();
    server = await startRedis({ port: port() });
  };
  const answers = () =>
    cache.ping().then(
      () => true,
      () => false,
    );
  const refuses = async () => !(await answers());

  beforeEach(async () => {
    server = await startRedis();
    cache = createCache(server.url);
    await cache.ping();
  });
  afterEach(async () => {
    await cache.close();
    await server.stop();
  });

  it('prefixes every key and sets a time to live', async () => {
    await cache.set('value', 'v', 60);
    await cache.add('added', 'v', 60);
    await cache.increment('counter', 60);
    await cache.acquireLock('lock', 60);
    await new CacheThrottlerStorage(cache).increment('login.ip:::1', 60_000, 1);
    const redis = new Redis(server.url);
    // That of the ping lives for a second.
    const keys = (await redis.keys('*')).filter((key) => key !== 'countersign:ping');
    expect(keys).toHaveLength(5);
    for (const key of keys) {
      expect(key).toMatch(/^countersign:/);
      expect(await redis.ttl(key)).toBeGreaterThan(0);
    }
    redis.disconnect();
  });

  it('does not fall back to another database than the one of its URL', async () => {
    const other = createCache(`${server.url}/99`);
    for (let tries = 0; tries < 20; tries += 1) {
      await expect(other.set('value', 'v', 60)).rejects.toBeInstanceOf(CacheUnavailableError);
      await sleep(10);
    }
    await other.close();
  });

  it('answers no ping while Redis refuses writes', async () => {
    const redis = new Redis(server.url);
    await redis.config('SET', 'min-replicas-to-write', '1');
    await expect(cache.ping()).rejects.toMatchObject({ reason: 'NOREPLICAS' });
    await redis.config('SET', 'min-replicas-to-write', '0');
    await cache.ping();
    await redis.config('SET', 'maxmemory', '1');
    await expect(cache.ping()).rejects.toMatchObject({ reason: 'OOM' });
    await redis.config('SET', 'maxmemory', '0');
    await redis.replicaof('127.0.0.1', '1');
    await expect(cache.ping()).rejects.toMatchObject({ reason: 'READONLY' });
    redis.disconnect();
  });

  it('fails every operation while Redis is unavailable, without a value in the error, and recovers', async () => {
    const lock = await cache.acquireLock('lock', 60);
    kill();
    await eventually(refuses);
    const failures = await Promise.allSettled([
      cache.get('canary-key'),
      cache.set('canary-key', 'canary-value', 60),
      cache.add('canary-key', 'canary-value', 60),
      cache.take('canary-key'),
      cache.delete('canary-key'),
      cache.increment('canary-key', 60),
      cache.counter('canary-key'),
      cache.ping(),
      cache.acquireLock('canary-key', 60),
      lock?.renew(),
      lock?.release(),
      new CacheThrottlerStorage(cache).increment('canary-key', 60_000, 1),
    ]);
    for (const failure of failures) {
      expect(failure.status).toBe('rejected');
      const { reason } = failure as PromiseRejectedResult;
      expect(reason).toBeInstanceOf(CacheUnavailableError);
      expect(inspect(reason, { depth: null, showHidden: true })).not.toMatch(/canary/);
    }
    await restart();
    await eventually(answers);
    await cache.set('key', 'back', 60);
    expect(await cache.get('key')).toEqual(Buffer.from('back'));
  });

  it('logs why Redis is unavailable', async () => {
    kill();
    await eventually(async () => {
      const error = await cache.ping().catch((e: CacheUnavailableError) => e);
      return error instanceof CacheUnavailableError && error.reason === 'ECONNREFUSED';
    });
  });

  it('neither queues failed commands nor sends one twice', async () => {
    process.kill(server.pid, 'SIGSTOP');
    await expect(cache.increment('counter', 60)).rejects.toThrow(CacheUnavailableError);
    kill();
    await eventually(refuses);
    const refused = await Promise.allSettled(
      Array.from({ length: 500 }, () => cache.increment('counter', 60)),
    );
    expect(refused.filter(({ status }) => status === 'fulfilled')).toHaveLength(0);
    await restart();
    await eventually(answers);
    expect((await cache.increment('counter', 60)).count).toBe(1);
  });

  it('times out when Redis accepts commands without answering', async () => {
    process.kill(server.pid, 'SIGSTOP');
    await expect(cache.get('key')).rejects.toThrow(CacheUnavailableError);
    const late = createCache(server.url);
    await expect(late.get('key')).rejects.toThrow(CacheUnavailableError);
    await late.close();
    process.kill(server.pid, 'SIGCONT');
    await eventually(answers);
  });

  it('can be created while Redis is unavailable, and connects later', async () => {
    kill();
    await eventually(refuses);
    const early = createCache(server.url);
    await expect(early.ping()).rejects.toThrow(CacheUnavailableError);
    await restart();
    await eventually(() =>
      early.ping().then(
        () => true,
        () => false,
      ),
    );
    await early.close();
  });

  it('leaves no open handles when closed while Redis is unavailable', async () => {
    kill();
    await eventually(refuses);
    await cache.close();
    await restart();
    await sleep(1_500); // Longer than the longest pause between two attempts.
    await expect(cache.ping()).rejects.toThrow(/CLOSED/);
    const redis = new Redis(server.url);
    expect(await redis.client('LIST')).toMatch(/^[^\n]*\n$/); // Only the asking connection itself.
    redis.disconnect();
  });

  it('recovers after a wrong password, and logs only the kind of failure', async () => {
    const wrong = createCache(server.url.replace('redis://', 'redis://someone:canary-pass@'));
    const error = await wrong.ping().catch((e: unknown) => e);
    expect(error).toBeInstanceOf(CacheUnavailableError);
    expect((error as CacheUnavailableError).reason).toBe('WRONGPASS');
    expect(inspect(error, { depth: null, showHidden: true })).not.toMatch(/canary/);
    await wrong.close();
  });
});
