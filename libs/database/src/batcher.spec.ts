import { describe, expect, it } from '@jest/globals';
import { Batcher } from './batcher.js';

/** Answers when told to, and keeps what it was asked together. */
function held(lingerMs = 0) {
  const [together, releases]: [number[][], (() => void)[]] = [[], []];
  const batcher = new Batcher<number, string>(async (items) => {
    together.push([...items]);
    await new Promise<void>((resolve) => releases.push(resolve));
    if (items.includes(-1)) throw new Error('no');
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
});
