import { beforeEach, describe, expect, it } from '@jest/globals';
import { ManualClock } from '../testing/manual-clock.js';
import { LimitedStore } from './limited-store.js';
import type { StoreDriver } from './store-driver.js';
import { StoreError } from './store-error.js';
import { RateLimiter } from './rate-limiter.js';

const { signal } = new AbortController();

let clock: ManualClock;

beforeEach(() => void (clock = new ManualClock()));

/** Operations that end when the test says so. */
class Held {
  running = 0;
  most = 0;
  readonly #ends: (() => void)[] = [];

  readonly operation = async (): Promise<void> => {
    this.running += 1;
    this.most = Math.max(this.most, this.running);
    await new Promise<void>((resolve) => this.#ends.push(resolve));
    this.running -= 1;
  };

  async end(): Promise<void> {
    this.#ends.shift()!();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('slots of a store', () => {
  it('are limited, and go to the longest waiter', async () => {
    const limiter = new RateLimiter({ concurrency: 2, perSecond: 0 }, clock);
    const held = new Held();
    const order: number[] = [];
    const all = [0, 1, 2, 3, 4].map((id) => limiter.run(held.operation).then(() => order.push(id)));
    expect(held.running).toBe(2);
    for (let id = 0; id < 5; id += 1) await held.end();
    await Promise.all(all);
    expect(held.most).toBe(2);
    expect(order).toEqual([0, 1, 2, 3, 4]);
  });

  it('are released by failed operations', async () => {
    const limiter = new RateLimiter({ concurrency: 1, perSecond: 0 }, clock);
    const fail = (): Promise<never> => Promise.reject(new Error('no'));
    await expect(limiter.run(fail)).rejects.toThrow('no');
    await expect(limiter.run(async () => 'done')).resolves.toBe('done');
  });
});

describe('the rate limit', () => {
  it('allows a burst of one second’s requests, and then the rate', async () => {
    const limiter = new RateLimiter({ concurrency: 1, perSecond: 10 }, clock);
    for (let request = 0; request < 10; request += 1) await limiter.turn(signal);
    expect(clock.waits).toEqual([]);
    for (let request = 0; request < 20; request += 1) await limiter.turn(signal);
    expect(clock.elapsed).toBe(2000);
    clock.elapsed += 60_000;
    const before = clock.waits.length;
    for (let request = 0; request < 10; request += 1) await limiter.turn(signal);
    expect(clock.waits).toHaveLength(before);
  });

  it('is first come, first served', async () => {
    const waits: number[] = [];
    const sleep = async (ms: number): Promise<void> => void waits.push(ms);
    const limiter = new RateLimiter(
      { concurrency: 9, perSecond: 1 },
      { sleep, random: () => 0.5, now: () => 0 },
    );
    await Promise.all(Array.from({ length: 4 }, () => limiter.turn(signal)));
    expect(waits).toEqual([1000, 2000, 3000]);
  });
});

describe('a store that throttles', () => {
  const driverThat = (read: () => Promise<never>): StoreDriver => ({ read }) as unknown as StoreDriver;

  it('pauses all jobs for as long as it asked', async () => {
    const limiter = new RateLimiter({ concurrency: 9, perSecond: 0 }, clock);
    const store = new LimitedStore(
      driverThat(() => Promise.reject(new StoreError('store_throttled', 7000))),
      limiter,
      signal,
    );
    await expect(store.read('a', ['k'])).rejects.toMatchObject({ code: 'store_throttled' });
    await limiter.turn(signal);
    expect(clock.waits).toEqual([7000]);
  });

  it('pauses all jobs with backoff if it names no time, until it responds', async () => {
    const limiter = new RateLimiter({ concurrency: 9, perSecond: 0 }, clock);
    for (let complaint = 0; complaint < 3; complaint += 1) {
      limiter.onThrottled(null);
      await limiter.turn(signal);
    }
    limiter.answered();
    limiter.onThrottled(null);
    await limiter.turn(signal);
    expect(clock.waits).toEqual([375, 750, 1500, 375]);
  });

  it('causes no pause by a failure of the job itself', async () => {
    const limiter = new RateLimiter({ concurrency: 9, perSecond: 0 }, clock);
    const store = new LimitedStore(
      driverThat(() => Promise.reject(new StoreError('secret_not_found'))),
      limiter,
      signal,
    );
    await expect(store.read('a', ['k'])).rejects.toMatchObject({ code: 'secret_not_found' });
    await limiter.turn(signal);
    expect(clock.waits).toEqual([]);
  });

  it('does not keep an agent from stopping', async () => {
    const limiter = new RateLimiter({ concurrency: 9, perSecond: 0 }, clock);
    const stop = new AbortController();
    limiter.onThrottled(60_000);
    const turn = limiter.turn(stop.signal);
    await clock.begun(60_000);
    stop.abort();
    await turn;
  });
});

describe('a discovery', () => {
  it('releases its slot between two pages', async () => {
    const limiter = new RateLimiter({ concurrency: 1, perSecond: 0 }, clock);
    const pages = {
      async *discover() {
        yield [{ ref: 'a', keys: [], labels: {} }];
        yield [{ ref: 'b', keys: [], labels: {} }];
      },
    } as unknown as StoreDriver;
    const seen: string[] = [];
    for await (const page of new LimitedStore(pages, limiter, signal).discover()) {
      seen.push(page[0]!.ref);
      await limiter.run(async () => seen.push('another'));
    }
    expect(seen).toEqual(['a', 'another', 'b', 'another']);
  });
});
