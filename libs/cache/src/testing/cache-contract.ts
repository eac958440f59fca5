import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { CacheUnavailableError } from '../cache.errors.js';
import type { Cache } from '../cache.js';
import { eventually } from './eventually.js';

const PARALLEL = 64;
const inParallel = <T>(call: () => Promise<T>) => Promise.all(Array.from({ length: PARALLEL }, call));

/** Tests that every driver of the cache must pass. `open` returns a new cache, which they close. */
export function itKeepsTheCacheContract(open: () => Cache): void {
  let cache: Cache;
  let key: string;
  beforeEach(() => {
    cache = open();
    key = randomUUID();
  });
  afterEach(() => cache.close());

  describe('values', () => {
    it('are returned byte for byte', async () => {
      const bytes = Buffer.from([0, 255, 128, 13, 10, 0xc3, 0x28]);
      await cache.set(key, bytes, 60);
      expect(await cache.get(key)).toEqual(bytes);
      await cache.set(key, 'ünïcode', 60);
      expect(await cache.get(key)).toEqual(Buffer.from('ünïcode'));
    });

    it('are null when missing or expired', async () => {
      expect(await cache.get(key)).toBeNull();
      await cache.set(key, 'here', 60);
      await cache.delete(key);
      expect(await cache.get(key)).toBeNull();
    });

    it('are copied, so that callers can reuse their buffers', async () => {
      const mine = Buffer.from('before');
      await cache.set(key, mine, 60);
      mine.fill('x');
      (await cache.get(key))?.fill('y');
      expect(await cache.get(key)).toEqual(Buffer.from('before'));
    });

    it('expire for get, take and add', async () => {
      await cache.set(key, 'short', 1);
      await cache.set(`${key}.take`, 'short', 1);
      await cache.set(`${key}.add`, 'short', 1);
      await cache.set(`${key}.long`, 'long', 60);
      await eventually(async () => (await cache.get(key)) === null);
      await eventually(() => cache.add(`${key}.add`, 'next', 60));
      expect(await cache.take(`${key}.take`)).toBeNull();
      expect(await cache.get(`${key}.long`)).toEqual(Buffer.from('long'));
    });

    it('get a new time to live when set again', async () => {
      await cache.set(key, 'short', 1);
      await cache.set(`${key}.witness`, 'short', 1);
      await cache.set(key, 'long', 60);
      await eventually(async () => (await cache.get(`${key}.witness`)) === null);
      expect(await cache.get(key)).toEqual(Buffer.from('long'));
    });

    it('require a time to live in whole seconds and a key within bounds', async () => {
      for (const ttl of [0, -1, 0.5, NaN, Infinity, undefined as unknown as number]) {
        await expect(cache.set(key, 'v', ttl)).rejects.toThrow(RangeError);
        await expect(cache.add(key, 'v', ttl)).rejects.toThrow(RangeError);
        await expect(cache.increment(key, ttl)).rejects.toThrow(RangeError);
        await expect(cache.acquireLock(key, ttl)).rejects.toThrow(RangeError);
      }
      await expect(cache.get('')).rejects.toThrow(RangeError);
      await expect(cache.get('k'.repeat(513))).rejects.toThrow(/^(?!.*kkkk)/);
      expect(await cache.get(key)).toBeNull();
    });
  });

  describe('concurrent callers', () => {
    it('take a value once of 64 calls', async () => {
      await cache.set(key, 'only one', 60);
      const taken = (await inParallel(() => cache.take(key))).filter((value) => value !== null);
      expect(taken).toEqual([Buffer.from('only one')]);
      expect(await cache.get(key)).toBeNull();
    });

    it('add a value once of 64 calls', async () => {
      let caller = 0;
      const offers = await inParallel(async () => {
        const value = String(caller++);
        return (await cache.add(key, value, 60)) ? value : null;
      });
      const winners = offers.filter((value) => value !== null);
      expect(winners).toHaveLength(1);
      expect(await cache.get(key)).toEqual(Buffer.from(winners[0] as string));
    });

    it('acquire a lock once of 64 calls', async () => {
      const locks = await inParallel(() => cache.acquireLock(key, 15));
      expect(locks.filter((lock) => lock !== null)).toHaveLength(1);
    });
  });

  describe('counters', () => {
    it('return 1 to 64 to 64 concurrent callers, each number once', async () => {
      const counts = await inParallel(async () => (await cache.increment(key, 60)).count);
      expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: PARALLEL }, (_, i) => i + 1));
    });

    it('expire after their first increment, however often they are incremented', async () => {
      await cache.increment(key, 1);
      // Incremented all the time: only an expiry that is not extended resets the count to 1.
      await eventually(async () => (await cache.increment(key, 1)).count === 1);
    });

    it('are read without incrementing or extending them, and are 0 before the first increment', async () => {
      expect(await cache.counter(key)).toEqual({ count: 0, expiresInMs: 0 });
      expect((await cache.increment(key, 1)).count).toBe(1);
      const { count, expiresInMs } = await cache.counter(key);
      expect([count, expiresInMs > 0, expiresInMs <= 1000]).toEqual([1, true, true]);
      await eventually(async () => (await cache.counter(key)).count === 0);
    });

    it('report their remaining time to live', async () => {
      const { expiresInMs } = await cache.increment(key, 60);
      expect(expiresInMs).toBeGreaterThan(0);
      expect(expiresInMs).toBeLessThanOrEqual(60_000);
      await cache.increment(key, 3600);
      expect((await cache.increment(key, 3600)).expiresInMs).toBeLessThanOrEqual(60_000);
    });

    it('reject a value that is not a number, without repeating it', async () => {
      await cache.set(key, 'canary-value', 60);
      const error = await cache.increment(key, 60).catch((e: unknown) => e);
      expect(error).toBeInstanceOf(CacheUnavailableError);
      expect(inspect(error, { depth: null, showHidden: true })).not.toMatch(/canary-value/);
      expect(inspect(error, { depth: null, showHidden: true })).not.toContain(key);
    });
  });

  describe('locks', () => {
    it('are free again after release', async () => {
      const lock = await cache.acquireLock(key, 15);
      expect(await cache.acquireLock(key, 15)).toBeNull();
      await lock?.release();
      expect(await cache.acquireLock(key, 15)).not.toBeNull();
    });

    it('last as long as they are renewed', async () => {
      const lock = await cache.acquireLock(key, 2);
      await cache.set(`${key}.witness`, 'x', 2);
      expect(await lock?.renew()).toBe(true);
      // After the lock's first expiry, renewed all along.
      await eventually(async () => {
        expect(await lock?.renew()).toBe(true);
        return (await cache.get(`${key}.witness`)) === null;
      });
      expect(await cache.acquireLock(key, 1)).toBeNull();
    });

    it('cannot be renewed or released by a former owner once expired', async () => {
      const lost = await cache.acquireLock(key, 1);
      await eventually(async () => (await cache.acquireLock(key, 60)) !== null);
      expect(await lost?.renew()).toBe(false);
      await lost?.release();
      expect(await cache.acquireLock(key, 60)).toBeNull();
    });
  });

  it('answers a ping until it is closed, then fails every operation', async () => {
    await cache.ping();
    await cache.close();
    await expect(cache.ping()).rejects.toThrow(CacheUnavailableError);
    await expect(cache.get(key)).rejects.toThrow(CacheUnavailableError);
    await expect(cache.set(key, 'v', 60)).rejects.toThrow(CacheUnavailableError);
    await expect(cache.delete(key)).rejects.toThrow(CacheUnavailableError);
    await expect(cache.acquireLock(key, 60)).rejects.toThrow(CacheUnavailableError);
  });
}
