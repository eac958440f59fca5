import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from '@jest/globals';
import { Batcher } from './batcher.js';

/** Answers when told to, and keeps what it was asked together. */
function held(lingerMs = 0) {
  const [together, releases]: [number[][], (() => void)[]] = [[], []];
  const batcher = new Batcher<number, string>(async (items) => {
    together.push([...items]);
    await new Promise<void>((resolve) => releases.push(resolve));
    if (items.includes(-1)) throw new Error('no');
    if (items.includes(-2)) throw new Error('Query read timeout');
    return items.map((item) => `answer ${item}`);
  }, lingerMs);
  const release = async (): Promise<void> => {
    while (releases.length === 0) await new Promise((resolve) => setImmediate(resolve));
    releases.shift()!();
  };
  return { batcher, together, release };
}

describe('statements for many', () => {
  it('start at once for the first, and take those that came meanwhile together, each with its own answer', async () => {
    const { batcher, together, release } = held();
    const answers = [1, 2, 3].map((item) => batcher.ask(item));
    await release();
    expect(await answers[0]).toBe('answer 1');
    await release();
    expect(await Promise.all(answers)).toEqual(['answer 1', 'answer 2', 'answer 3']);
    expect(together).toEqual([[1], [2, 3]]);
  });

  it('never answer by what was read before the question', async () => {
    const { batcher, together, release } = held();
    const answers = [batcher.ask(1), batcher.ask(1)];
    await release();
    await release();
    await Promise.all(answers);
    expect(together).toEqual([[1], [1]]);
  });

  it('wait for company where they may', async () => {
    const { batcher, together, release } = held(1);
    const answers = [1, 2].map((item) => batcher.ask(item));
    await release();
    await Promise.all(answers);
    expect(together).toEqual([[1, 2]]);
  });

  it('fail those that they were for, and no others', async () => {
    const { batcher, release } = held();
    const answers = [1, -1, 2].map((item) => batcher.ask(item).catch((error: Error) => error.message));
    await release();
    await release();
    expect(await Promise.all(answers)).toEqual(['answer 1', 'no', 'no']);
    const after = batcher.ask(4);
    await release();
    expect(await after).toBe('answer 4');
  });

  it('take 500 at most', async () => {
    const { batcher, together, release } = held(1);
    const answers = Array.from({ length: 501 }, (_, item) => batcher.ask(item));
    await release();
    await release();
    await Promise.all(answers);
    expect(together.map((items) => items.length)).toEqual([500, 1]);
  });

  it('fail all that wait when the database does not answer, and go on afterwards', async () => {
    const { batcher, together, release } = held();
    const failed = [-2, 1, 2].map((item) => batcher.ask(item).catch((error: Error) => error.message));
    await release();
    expect(await Promise.all(failed)).toEqual(Array(3).fill('Query read timeout'));
    expect(together).toEqual([[-2]]);
    const after = batcher.ask(3);
    await release();
    expect(await after).toBe('answer 3');
  });

  it('do not wait for one of their own that hangs', async () => {
    const { batcher, together, release } = held();
    const answers = [batcher.ask(1), batcher.ask(2)];
    while (together.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
    await release();
    await release();
    expect(await Promise.all(answers)).toEqual(['answer 1', 'answer 2']);
  });

  it('know nothing of the call that came first', async () => {
    const call = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const batcher = new Batcher<number, null>((items) => {
      seen.push(call.getStore());
      return Promise.resolve(items.map(() => null));
    });
    await call.run('a call', async () => {
      await batcher.ask(1);
      expect(call.getStore()).toBe('a call');
    });
    expect(seen).toEqual([undefined]);
  });
});
