import { Injectable } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Cache } from '#libs/cache';
import { newId, withCorrelation } from '#libs/core';
import { componentLogger } from '#libs/logging';
import { traced } from '#libs/tracing';
import type { Task } from './task.js';
import { type Outcome, TaskMetrics } from './task-metrics.js';

/** Maximum time in seconds for which a dead worker blocks a task (D83). */
const LOCK_SECONDS = 15;
const RENEW_MS = 5000;

/** Runs each task periodically, in one worker at a time: under a lock of its name in the cache. */
@Injectable()
export class Scheduler {
  private readonly logger = componentLogger(Scheduler.name);
  private readonly running = new Set<Promise<void>>();
  private stopped = false;

  constructor(
    private readonly cache: Cache,
    private readonly registry: SchedulerRegistry,
    private readonly metrics: TaskMetrics,
  ) {}

  /** Runs the task now, and `everyMs` after the end of each run: it never overlaps itself. */
  start(task: Task): void {
    if (this.stopped) return;
    const run = this.run(task).finally(() => {
      this.running.delete(run);
      this.scheduleNext(task);
    });
    this.running.add(run);
  }

  /** Starts no further runs and waits for current ones, whose locks are then released. */
  async stop(): Promise<void> {
    this.stopped = true;
    for (const name of this.registry.getTimeouts()) this.registry.deleteTimeout(name);
    await Promise.all(this.running);
  }

  private scheduleNext(task: Task): void {
    if (this.stopped) return;
    const timer = setTimeout(() => {
      this.registry.deleteTimeout(task.name);
      this.start(task);
    }, task.everyMs);
    this.registry.addTimeout(task.name, timer);
  }

  private async run(task: Task): Promise<void> {
    const { name } = task;
    const facts = () => ({ name: `task ${name}`, attributes: { 'countersign.task': name } });
    const ran = traced('task', facts, () => this.runLocked(task));
    const outcome = await ran.catch((err: unknown): Outcome => {
      this.logger.error({ err, task: name }, 'task failed');
      return 'failure';
    });
    this.metrics.count(name, outcome);
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
      // A lock that cannot be released expires by itself.
      await lock.release().catch(() => undefined);
    }
  }

  private async timed(task: Task): Promise<void> {
    const stopTimer = this.metrics.startTimer(task.name);
    try {
      const count = await withCorrelation(newId(), () => task.run());
      if (count > 0) this.logger.info({ task: task.name, count }, 'task completed');
    } finally {
      stopTimer();
    }
  }
}
