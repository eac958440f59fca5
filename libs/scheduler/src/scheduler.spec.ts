import { describe, expect, it } from '@jest/globals';
import { ScheduleModule, SchedulerRegistry } from '@nestjs/schedule';
import { Test } from '@nestjs/testing';
import { register } from 'prom-client';
import { Cache } from '#libs/cache';
import { createCache } from '../../cache/src/create-cache.js';
import { createLogger, NestPinoLogger } from '#libs/logging';
import { renderMetrics } from '#libs/metrics';
import { eventually } from '../../../test/support/eventually.js';
import { Scheduler } from './scheduler.js';
import { TASK_METRICS, TaskMetrics } from './task-metrics.js';

async function setUp() {
  register.clear();
  const cache = createCache('memory://');
  const module = await Test.createTestingModule({
    imports: [ScheduleModule.forRoot()],
    providers: [{ provide: Cache, useValue: cache }, ...TASK_METRICS, TaskMetrics, Scheduler],
  })
    .setLogger(new NestPinoLogger(createLogger({ name: 'spec', level: 'silent' })))
    .compile();
  return { cache, registry: module.get(SchedulerRegistry), scheduler: module.get(Scheduler) };
}

describe('the scheduler', () => {
  it('runs a task periodically until stopped, and waits for the current run', async () => {
    const { cache, scheduler } = await setUp();
    let runs = 0;
    let finished = 0;
    await new Promise<void>((resolve) => {
      scheduler.start({
        name: 'demo',
        everyMs: 1,
        run: async () => {
          runs += 1;
          if (runs === 3) resolve();
          await new Promise((done) => setTimeout(done, 5));
          finished += 1;
          return 0;
        },
      });
    });
    await scheduler.stop();
    expect(finished).toBe(runs);
    await cache.close();
  });

  it('skips and counts a tick whose lock another worker holds', async () => {
    const { cache, scheduler } = await setUp();
    await cache.acquireLock('task:demo', 15);
    scheduler.start({ name: 'demo', everyMs: 60_000, run: () => Promise.reject(new Error('must not run')) });
    await scheduler.stop();
    const text = await renderMetrics();
    expect(text).toContain('worker_scheduler_runs_total{task="demo",outcome="skipped_lock"} 1');
    expect(text).toContain('worker_scheduler_lock_skipped_total{task="demo"} 1');
    await cache.close();
  });

  it('continues after a failure and releases the lock', async () => {
    const { cache, scheduler } = await setUp();
    let runs = 0;
    await new Promise<void>((resolve) => {
      scheduler.start({
        name: 'demo',
        everyMs: 1,
        run: () => {
          runs += 1;
          if (runs === 2) resolve();
          return runs === 1 ? Promise.reject(new Error('once')) : Promise.resolve(1);
        },
      });
    });
    await scheduler.stop();
    expect(await renderMetrics()).toContain('worker_scheduler_runs_total{task="demo",outcome="failure"} 1');
    expect(await cache.acquireLock('task:demo', 15)).not.toBeNull();
    await cache.close();
  });

  it('registers the timer of the next run under the name of the task until it is stopped', async () => {
    const { cache, registry, scheduler } = await setUp();
    scheduler.start({ name: 'demo', everyMs: 60_000, run: () => Promise.resolve(0) });
    await eventually(async () => registry.doesExist('timeout', 'demo'), 'the timer of the next run');
    await scheduler.stop();
    expect(registry.getTimeouts()).toEqual([]);
    await cache.close();
  });
});
