import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Cache } from '../cache.js';
import { CacheThrottlerStorage } from '../throttler-storage.js';
import { eventually } from './eventually.js';

/**
 * Tests that the throttler's storage must pass on every driver. `open` returns a new cache as another process would have it;
 * if caches are not shared, always the same one.
 */
export function itKeepsTheRateLimits(open: () => Cache): void {
  describe('rate limits', () => {
    let caches: Cache[];
    let storages: CacheThrottlerStorage[];
    let user: string;
    beforeEach(() => {
      caches = [open(), open()];
      storages = caches.map((cache) => new CacheThrottlerStorage(cache));
      user = randomUUID();
    });
    afterEach(() => Promise.all(caches.map((cache) => cache.close())));
    const hit = (caller: number, limit: number, windowSeconds: number, key = `retrieve.user:${user}`) =>
      (storages[caller % 2] as CacheThrottlerStorage).increment(key, windowSeconds * 1000, limit);

    it('allow 20 of 64 parallel calls over two connections', async () => {
      const hits = await Promise.all(Array.from({ length: 64 }, (_, i) => hit(i, 20, 60)));
      const [allowed, blocked] = [false, true].map((is) => hits.filter((each) => each.isBlocked === is));
      expect([allowed?.length, blocked?.length]).toEqual([20, 44]);
      expect(allowed?.map((each) => each.totalHits).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 20 }, (_, i) => i + 1),
      );
      for (const { timeToBlockExpire } of allowed ?? []) expect(timeToBlockExpire).toBe(0);
      for (const { timeToBlockExpire, totalHits } of blocked ?? []) {
        expect(totalHits).toBeGreaterThan(20);
        expect(timeToBlockExpire).toBeGreaterThanOrEqual(1);
        expect(timeToBlockExpire).toBeLessThanOrEqual(60);
      }
    });

    it('reset after the window, which blocked calls do not extend', async () => {
      expect((await hit(0, 1, 1)).isBlocked).toBe(false);
      await eventually(async () => !(await hit(1, 1, 1)).isBlocked);
    });

    it('count blocked calls, also towards a higher limit', async () => {
      for (const caller of [0, 1, 0, 1]) await hit(caller, 1, 60);
      expect((await hit(0, 4, 60)).isBlocked).toBe(true);
      expect(await hit(0, 7, 60)).toMatchObject({ isBlocked: false, totalHits: 6 });
    });

    it('are separate for each bucket and key', async () => {
      await hit(0, 1, 60);
      expect((await hit(0, 1, 60, `retrieve.user:${user}x`)).isBlocked).toBe(false);
      expect((await hit(0, 1, 60, `login.ip:${user}`)).isBlocked).toBe(false);
    });

    it('accept a key of any length', async () => {
      const long = `login.user:${user}${'é'.repeat(100_000)}`;
      expect((await hit(0, 1, 60, long)).isBlocked).toBe(false);
      expect((await hit(0, 1, 60, `${long}x`)).isBlocked).toBe(true);
    });

    it('reject invalid limits and windows', async () => {
      for (const [limit, windowSeconds] of [
        [0, 60],
        [1.5, 60],
        [1, 0],
        [1, 0.5],
      ] as const)
        await expect(hit(0, limit, windowSeconds)).rejects.toThrow(RangeError);
    });
  });
}
