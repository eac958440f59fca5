import { Cache, type Lock } from '#libs/cache';
import { withCorrelation, newId } from '#libs/core';
import type { Logger } from '#libs/logging';
import type { Metrics } from '#libs/metrics';
import type { Task } from './task.js';

/** At most this long may a dead worker keep a task from the others (D83). */
const LOCK_SECONDS = 15;
const RENEW_MS = 5000;

type Outcome = 'success' | 'failure' | 'skipped_lock';

/** Runs each task every period, behind a lock named for it in the cache. */
export class Scheduler {
  private readonly running = new Set<Promise<void>>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private stopped = false;
  private readonly runs;
  private readonly duration;
  private readonly skipped;

  constructor(
    private readonly cache: Cache,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.runs = metrics.counter('worker_scheduler_runs_total', 'Task runs by outcome', ['task', 'outcome']);
    this.duration = metrics.histogram('worker_scheduler_run_duration_seconds', 'Time of a task run', [
      'task',
    ]);
    this.skipped = metrics.counter('worker_scheduler_lock_skipped_total', 'Ticks another worker ran', [
      'task',
    ]);
  }

  /** Runs the task now and then every `periodMs`, never twice at once in this process. */
  start(task: Task, periodMs: number): void {
    if (this.stopped) return;
    const tick = this.tick(task).finally(() => {
      this.running.delete(tick);
      this.again(task, periodMs);
    });
    this.running.add(tick);
  }

  /** Starts nothing more and waits for what runs. Locks are released with it. */
  async stop(): Promise<void> {
    this.stopped = true;
    for (const timer of this.timers) clearTimeout(timer);
    await Promise.all(this.running);
  }

  private again(task: Task, periodMs: number): void {
    if (this.stopped) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.start(task, periodMs);
    }, periodMs);
    this.timers.add(timer);
  }

  private async tick(task: Task): Promise<void> {
    const outcome = await this.runLocked(task).catch((err: unknown): Outcome => {
      this.logger.error({ err, task: task.name }, 'task failed');
      return 'failure';
    });
    this.runs.inc({ task: task.name, outcome });
    if (outcome === 'skipped_lock') this.skipped.inc({ task: task.name });
  }

  private async runLocked(task: Task): Promise<Outcome> {
    const lock = await this.cache.acquireLock(`task:${task.name}`, LOCK_SECONDS);
    if (!lock) return 'skipped_lock';
    const renewal = setInterval(() => void lock.renew().catch(() => false), RENEW_MS);
    try {
      await this.timed(task);
      return 'success';
    } finally {
      clearInterval(renewal);
      await releaseQuietly(lock);
    }
  }

  private async timed(task: Task): Promise<void> {
    const end = this.duration.startTimer({ task: task.name });
    try {
      const count = await withCorrelation(newId(), () => task.run());
      if (count > 0) this.logger.info({ task: task.name, count }, 'task moved rows');
    } finally {
      end();
    }
  }
}

/** A lock that cannot be released ends by itself. */
async function releaseQuietly(lock: Lock): Promise<void> {
  await lock.release().catch(() => undefined);
}
