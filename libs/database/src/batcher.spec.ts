import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from '@jest/globals';
import { Batcher } from './batcher.js';

/** A batcher whose statements wait to be released, with the items of each. */
function held(batchWindowMs = 0) {
  const [together, releases]: [number[][], (() => void)[]] = [[], []];
  const batcher = new Batcher<number, string>(async (items) => {
    together.push([...items]);
    await new Promise<void>((resolve) => releases.push(resolve));
    if (items.includes(-1)) throw new Error('no');
    return items.map((item) => `answer ${item}`);
  }, batchWindowMs);
  /** Lets the statement go that has hung longest, or the latest. */
  const release = async (): Promise<void> => {
    await until(() => releases.length > 0);
    releases.shift()!();
  };
  const releaseLast = (): void => releases.pop()!();
  return { batcher, together, release, releaseLast };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
}

describe('Batcher', () => {
  it('loads the first key at once and batches the keys that arrive meanwhile', async () => {
    const { batcher, together, release } = held();
    const answers = [1, 2, 3].map((item) => batcher.load(item));
    await release();
    expect(await answers[0]).toBe('answer 1');
    await release();
    expect(await Promise.all(answers)).toEqual(['answer 1', 'answer 2', 'answer 3']);
    expect(together).toEqual([[1], [2, 3]]);
  });

  it('never returns data read before the call', async () => {
    const { batcher, together, release } = held();
    const answers = [batcher.load(1), batcher.load(1)];
    await release();
    await release();
    await Promise.all(answers);
    expect(together).toEqual([[1], [1]]);
  });

  it('waits for further keys when configured', async () => {
    const { batcher, together, release } = held(1);
    const answers = [1, 2].map((item) => batcher.load(item));
    await release();
    await Promise.all(answers);
    expect(together).toEqual([[1, 2]]);
  });

  it('fails only the calls of the failed statement', async () => {
    const { batcher, release } = held();
    const answers = [1, -1, 2].map((item) => batcher.load(item).catch((error: Error) => error.message));
    await release();
    await release();
    expect(await Promise.all(answers)).toEqual(['answer 1', 'no', 'no']);
    const after = batcher.load(4);
    await release();
    expect(await after).toBe('answer 4');
  });

  it('loads at most 500 keys per statement', async () => {
    const { batcher, together, release } = held(1);
    const answers = Array.from({ length: 501 }, (_, item) => batcher.load(item));
    await release();
    await release();
    await Promise.all(answers);
    expect(together.map((items) => items.length)).toEqual([500, 1]);
  });

  it('does not wait for a statement that hangs', async () => {
    const { batcher, together, release } = held();
    const answers = [batcher.load(1), batcher.load(2)];
    await until(() => together.length === 2);
    await release();
    await release();
    expect(await Promise.all(answers)).toEqual(['answer 1', 'answer 2']);
  });

  /** Three that hang, and one that waits behind them. */
  async function stuck(first: number) {
    const { batcher, together, release } = held();
    const told: (string | null)[] = [null, null, null, null];
    const ask = (item: number, index: number): void =>
      void batcher.load(item).then(
        (answer) => (told[index] = answer),
        (error: Error) => (told[index] = error.message),
      );
    for (const [index, item] of [first, 1, 2].entries()) {
      ask(item, index);
      await until(() => together.length === index + 1);
    }
    ask(3, 3);
    return { told, together, release };
  }

  it('runs at most three statements in parallel, and rejects waiting calls when the first times out', async () => {
    const { told, together, release } = await stuck(-1);
    expect(together).toEqual([[-1], [1], [2]]);
    await release();
    await until(() => told[3] !== null);
    expect(told).toEqual(['no', null, null, 'no']);
    await release();
    await release();
    await until(() => told[2] !== null);
    expect(told).toEqual(['no', 'answer 1', 'answer 2', 'no']);
  });

  it('continues when one statement hangs and later ones succeed', async () => {
    const { batcher, together, release, releaseLast } = held();
    const hanging = batcher.load(-1).catch((error: Error) => error.message);
    const second = batcher.load(1);
    await until(() => together.length === 2);
    releaseLast();
    expect(await second).toBe('answer 1');
    const third = batcher.load(2);
    await until(() => together.length === 3);
    const fourth = batcher.load(3);
    await release();
    expect(await hanging).toBe('no');
    await release();
    expect(await third).toBe('answer 2');
    await release();
    expect(await fourth).toBe('answer 3');
  });

  it('does not run in the context of the first call', async () => {
    const call = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const batcher = new Batcher<number, null>((items) => {
      seen.push(call.getStore());
      return Promise.resolve(items.map(() => null));
    });
    await call.run('a call', async () => {
      await batcher.load(1);
      expect(call.getStore()).toBe('a call');
    });
    expect(seen).toEqual([undefined]);
  });
});
