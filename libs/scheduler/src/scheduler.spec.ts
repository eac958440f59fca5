import { describe, expect, it } from '@jest/globals';
import { createCache } from '#libs/cache';
import { createLogger } from '#libs/logging';
import { Metrics } from '#libs/metrics';
import { Scheduler } from './scheduler.js';

const silent = createLogger({ name: 'spec', level: 'silent' });

function setUp() {
  const cache = createCache('memory://');
  const metrics = new Metrics();
  return { cache, metrics, scheduler: new Scheduler(cache, silent, metrics) };
}

describe('the scheduler', () => {
  it('runs a task again and again until it is stopped, and waits for the run that is under way', async () => {
    const { cache, scheduler } = setUp();
    let runs = 0;
    let finished = 0;
    await new Promise<void>((resolve) => {
      scheduler.start(
        {
          name: 'demo',
          run: async () => {
            runs += 1;
            if (runs === 3) resolve();
            await new Promise((done) => setTimeout(done, 5));
            finished += 1;
            return 0;
          },
        },
        1,
      );
    });
    await scheduler.stop();
    expect(finished).toBe(runs);
    await cache.close();
  });

  it('skips a tick whose lock another worker holds, and counts it', async () => {
    const { cache, metrics, scheduler } = setUp();
    await cache.acquireLock('task:demo', 15);
    scheduler.start({ name: 'demo', run: () => Promise.reject(new Error('must not run')) }, 60_000);
    await scheduler.stop();
    const text = await metrics.render();
    expect(text).toContain('worker_scheduler_runs_total{task="demo",outcome="skipped_lock"} 1');
    expect(text).toContain('worker_scheduler_lock_skipped_total{task="demo"} 1');
    await cache.close();
  });

  it('goes on after a failure, with the lock released', async () => {
    const { cache, metrics, scheduler } = setUp();
    let runs = 0;
    await new Promise<void>((resolve) => {
      scheduler.start(
        {
          name: 'demo',
          run: () => {
            runs += 1;
            if (runs === 2) resolve();
            return runs === 1 ? Promise.reject(new Error('once')) : Promise.resolve(1);
          },
        },
        1,
      );
    });
    await scheduler.stop();
    expect(await metrics.render()).toContain('worker_scheduler_runs_total{task="demo",outcome="failure"} 1');
    expect(await cache.acquireLock('task:demo', 15)).not.toBeNull();
    await cache.close();
  });
});
