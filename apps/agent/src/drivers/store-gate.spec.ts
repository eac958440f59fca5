import { beforeEach, describe, expect, it } from '@jest/globals';
import { ManualPacing } from '../testing/manual-pacing.js';
import { GatedStore } from './gated-store.js';
import type { StoreDriver } from './store-driver.js';
import { StoreError } from './store-error.js';
import { StoreGate } from './store-gate.js';

const { signal } = new AbortController();

let pacing: ManualPacing;

beforeEach(() => void (pacing = new ManualPacing()));

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

describe('places at a store', () => {
  it('are no more than allowed, and go to who waits longest', async () => {
    const gate = new StoreGate({ concurrency: 2, perSecond: 0 }, pacing);
    const held = new Held();
    const order: number[] = [];
    const all = [0, 1, 2, 3, 4].map((id) => gate.run(held.operation).then(() => order.push(id)));
    expect(held.running).toBe(2);
    for (let id = 0; id < 5; id += 1) await held.end();
    await Promise.all(all);
    expect(held.most).toBe(2);
    expect(order).toEqual([0, 1, 2, 3, 4]);
  });

  it('are given back by operations that fail', async () => {
    const gate = new StoreGate({ concurrency: 1, perSecond: 0 }, pacing);
    const fail = (): Promise<never> => Promise.reject(new Error('no'));
    await expect(gate.run(fail)).rejects.toThrow('no');
    await expect(gate.run(async () => 'done')).resolves.toBe('done');
  });
});

describe('turns', () => {
  it('let a second of requests through at once, and then no more than the rate', async () => {
    const gate = new StoreGate({ concurrency: 1, perSecond: 10 }, pacing);
    for (let request = 0; request < 10; request += 1) await gate.turn(signal);
    expect(pacing.waits).toEqual([]);
    for (let request = 0; request < 20; request += 1) await gate.turn(signal);
    expect(pacing.clock).toBe(2000);
    pacing.clock += 60_000;
    const before = pacing.waits.length;
    for (let request = 0; request < 10; request += 1) await gate.turn(signal);
    expect(pacing.waits).toHaveLength(before);
  });

  it('queue up fairly when they come together', async () => {
    const waits: number[] = [];
    const sleep = async (ms: number): Promise<void> => void waits.push(ms);
    const gate = new StoreGate({ concurrency: 9, perSecond: 1 }, { sleep, random: () => 0.5, now: () => 0 });
    await Promise.all(Array.from({ length: 4 }, () => gate.turn(signal)));
    expect(waits).toEqual([1000, 2000, 3000]);
  });
});

describe('a store that complains', () => {
  const driverThat = (read: () => Promise<never>): StoreDriver => ({ read }) as unknown as StoreDriver;

  it('is left alone by every job for as long as it asked', async () => {
    const gate = new StoreGate({ concurrency: 9, perSecond: 0 }, pacing);
    const store = new GatedStore(
      driverThat(() => Promise.reject(new StoreError('store_throttled', 7000))),
      gate,
      signal,
    );
    await expect(store.read('a', ['k'])).rejects.toMatchObject({ code: 'store_throttled' });
    await gate.turn(signal);
    expect(pacing.waits).toEqual([7000]);
  });

  it('is left alone longer each time when it asks for nothing, until it answers', async () => {
    const gate = new StoreGate({ concurrency: 9, perSecond: 0 }, pacing);
    for (let complaint = 0; complaint < 3; complaint += 1) {
      gate.complained(null);
      await gate.turn(signal);
    }
    gate.answered();
    gate.complained(null);
    await gate.turn(signal);
    expect(pacing.waits).toEqual([375, 750, 1500, 375]);
  });

  it('is not left alone for a failure that is the job’s own', async () => {
    const gate = new StoreGate({ concurrency: 9, perSecond: 0 }, pacing);
    const store = new GatedStore(
      driverThat(() => Promise.reject(new StoreError('secret_not_found'))),
      gate,
      signal,
    );
    await expect(store.read('a', ['k'])).rejects.toMatchObject({ code: 'secret_not_found' });
    await gate.turn(signal);
    expect(pacing.waits).toEqual([]);
  });

  it('does not keep an agent from stopping', async () => {
    const gate = new StoreGate({ concurrency: 9, perSecond: 0 }, pacing);
    const stop = new AbortController();
    gate.complained(60_000);
    const turn = gate.turn(stop.signal);
    await pacing.begun(60_000);
    stop.abort();
    await turn;
  });
});

describe('a discovery', () => {
  it('gives its place back between two pages', async () => {
    const gate = new StoreGate({ concurrency: 1, perSecond: 0 }, pacing);
    const pages = {
      async *discover() {
        yield [{ ref: 'a', keys: [], labels: {} }];
        yield [{ ref: 'b', keys: [], labels: {} }];
      },
    } as unknown as StoreDriver;
    const seen: string[] = [];
    for await (const page of new GatedStore(pages, gate, signal).discover()) {
      seen.push(page[0]!.ref);
      await gate.run(async () => seen.push('another'));
    }
    expect(seen).toEqual(['a', 'another', 'b', 'another']);
  });
});
