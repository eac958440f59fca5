import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Cache } from '../cache.js';
import { RateLimiter } from '../rate-limiter.js';
import { eventually } from './eventually.js';

/**
 * What the rate limiter must do on every driver. `open` gives a new cache as another process would have it;
 * where caches are not shared it gives one and the same.
 */
export function itKeepsTheRateLimits(open: () => Cache): void {
  describe('Rate limits', () => {
    let caches: Cache[];
    let limiters: RateLimiter[];
    let key: string;
    beforeEach(() => {
      caches = [open(), open()];
      limiters = caches.map((cache) => new RateLimiter(cache));
      key = randomUUID();
    });
    afterEach(() => Promise.all(caches.map((cache) => cache.close())));
    const consume = (caller: number, limit: number, windowSeconds: number) =>
      (limiters[caller % 2] as RateLimiter).consume('retrieve.user', key, limit, windowSeconds);

    it('let 20 of 64 parallel calls over two connections pass', async () => {
      const decisions = await Promise.all(Array.from({ length: 64 }, (_, i) => consume(i, 20, 60)));
      const [allowed, refused] = [true, false].map((is) => decisions.filter((d) => d.allowed === is));
      expect([allowed?.length, refused?.length]).toEqual([20, 44]);
      expect(allowed?.map((d) => d.remaining).sort((a, b) => b - a)).toEqual(
        Array.from({ length: 20 }, (_, i) => 19 - i),
      );
      for (const { retryAfterSeconds } of allowed ?? []) expect(retryAfterSeconds).toBe(0);
      for (const { retryAfterSeconds, remaining } of refused ?? []) {
        expect(remaining).toBe(0);
        expect(retryAfterSeconds).toBeGreaterThanOrEqual(1);
        expect(retryAfterSeconds).toBeLessThanOrEqual(60);
      }
    });

    it('open again after the window, which refused calls do not prolong', async () => {
      expect((await consume(0, 1, 1)).allowed).toBe(true);
      await eventually(async () => (await consume(1, 1, 1)).allowed);
    });

    it('tell what the next call would be told, without counting it', async () => {
      const peek = (caller: number) => (limiters[caller % 2] as RateLimiter).peek('retrieve.user', key, 2);
      for (const caller of [0, 1, 0, 1])
        expect(await peek(caller)).toEqual({ allowed: true, retryAfterSeconds: 0, remaining: 2 });
      await consume(0, 2, 60);
      expect(await peek(1)).toMatchObject({ allowed: true, remaining: 1 });
      await consume(1, 2, 60);
      const refused = await peek(0);
      expect(refused).toMatchObject({ allowed: false, remaining: 0 });
      expect(refused.retryAfterSeconds).toBeGreaterThanOrEqual(1);
    });

    it('count refused calls: a higher limit asked for later finds them counted', async () => {
      for (const caller of [0, 1, 0, 1]) await consume(caller, 1, 60);
      expect((await consume(0, 4, 60)).allowed).toBe(false);
      expect(await consume(0, 7, 60)).toMatchObject({ allowed: true, remaining: 1 });
    });

    it('are kept apart by bucket and by key', async () => {
      const [limiter] = limiters as [RateLimiter];
      await consume(0, 1, 60);
      expect((await limiter.consume('retrieve.user', `${key}x`, 1, 60)).allowed).toBe(true);
      expect((await limiter.consume('login.ip', key, 1, 60)).allowed).toBe(true);
    });

    it('take a key of any length', async () => {
      const [limiter] = limiters as [RateLimiter];
      const long = key + 'é'.repeat(100_000);
      expect((await limiter.consume('login.user', long, 1, 60)).allowed).toBe(true);
      expect((await limiter.consume('login.user', `${long}x`, 1, 60)).allowed).toBe(false);
    });

    it('refuse limits, windows and buckets that are none', async () => {
      const [limiter] = limiters as [RateLimiter];
      await expect(limiter.consume('login.ip', key, 0, 60)).rejects.toThrow(RangeError);
      await expect(limiter.consume('login.ip', key, 1.5, 60)).rejects.toThrow(RangeError);
      await expect(limiter.consume('login.ip', key, 1, 0)).rejects.toThrow(RangeError);
      await expect(limiter.consume('login:ip', key, 1, 60)).rejects.toThrow(RangeError);
    });
  });
}
