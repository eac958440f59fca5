import { describe, expect, it } from '@jest/globals';
import { BoundedWork } from './bounded-work.js';

/** Returns a job that ends when the test tells it to. */
function gatedJob() {
  let finish: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (finish = resolve));
  return { job: () => ended, finish: () => finish() };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('BoundedWork', () => {
  it('never runs more than its bound, and runs everything in the end', async () => {
    const work = new BoundedWork(3, 100);
    let running = 0;
    let most = 0;
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        work.run(async () => {
          running += 1;
          most = Math.max(most, running);
          await settle();
          running -= 1;
          return index;
        }),
      ),
    );
    expect(most).toBe(3);
    expect(results).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  it('refuses what does not fit into the queue, and serves again afterwards', async () => {
    const work = new BoundedWork(1, 1);
    const first = gatedJob();
    const running = work.run(first.job);
    const queued = work.run(async () => 'queued');
    await expect(work.run(async () => 'too many')).rejects.toMatchObject({ code: 'rate_limited' });
    first.finish();
    await running;
    await expect(queued).resolves.toBe('queued');
    await expect(work.run(async () => 'again')).resolves.toBe('again');
  });

  it('gives its place back when a job fails', async () => {
    const work = new BoundedWork(1, 0);
    await expect(work.run(async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(work.run(async () => 'next')).resolves.toBe('next');
  });
});
