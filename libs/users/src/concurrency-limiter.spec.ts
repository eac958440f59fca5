import { describe, expect, it } from '@jest/globals';
import { ConcurrencyLimiter } from './concurrency-limiter.js';

/** Returns a job that ends when the test tells it to. */
function gatedJob() {
  let finish: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (finish = resolve));
  return { job: () => ended, finish: () => finish() };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('ConcurrencyLimiter', () => {
  it('never exceeds its limit, and completes every job', async () => {
    const limiter = new ConcurrencyLimiter(3, 100);
    let running = 0;
    let most = 0;
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        limiter.run(async () => {
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

  it('rejects jobs while the queue is full, and accepts them afterwards', async () => {
    const limiter = new ConcurrencyLimiter(1, 1);
    const first = gatedJob();
    const running = limiter.run(first.job);
    const queued = limiter.run(async () => 'queued');
    await expect(limiter.run(async () => 'too many')).rejects.toMatchObject({ code: 'rate_limited' });
    first.finish();
    await running;
    await expect(queued).resolves.toBe('queued');
    await expect(limiter.run(async () => 'again')).resolves.toBe('again');
  });

  it('releases the slot when a job fails', async () => {
    const limiter = new ConcurrencyLimiter(1, 0);
    await expect(limiter.run(async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(limiter.run(async () => 'next')).resolves.toBe('next');
  });
});
