import { Injectable } from '@nestjs/common';
import { InjectMetric, makeCounterProvider, makeHistogramProvider } from '@willsoto/nestjs-prometheus';
import type { Counter, Histogram } from 'prom-client';

const RUNS = 'worker_scheduler_runs_total';
const DURATION = 'worker_scheduler_run_duration_seconds';
const SKIPPED = 'worker_scheduler_lock_skipped_total';

export const TASK_METRICS = [
  makeCounterProvider({ name: RUNS, help: 'Task runs by outcome', labelNames: ['task', 'outcome'] }),
  makeHistogramProvider({ name: DURATION, help: 'Time of a task run', labelNames: ['task'] }),
  makeCounterProvider({
    name: SKIPPED,
    help: 'Runs skipped because another worker held the lock of the task',
    labelNames: ['task'],
  }),
];

/** How a run ended. */
export type Outcome = 'success' | 'failure' | 'skipped_lock';

/** Counts and times the runs of tasks. */
@Injectable()
export class TaskMetrics {
  constructor(
    @InjectMetric(RUNS) private readonly runs: Counter<'task' | 'outcome'>,
    @InjectMetric(DURATION) private readonly duration: Histogram<'task'>,
    @InjectMetric(SKIPPED) private readonly skipped: Counter<'task'>,
  ) {}

  /** Counts a run that has ended, or was skipped. */
  count(task: string, outcome: Outcome): void {
    this.runs.inc({ task, outcome });
    if (outcome === 'skipped_lock') this.skipped.inc({ task });
  }

  /** Starts timing a run; the returned function stops it. */
  startTimer(task: string): () => void {
    return this.duration.startTimer({ task });
  }
}
