import type { INestApplicationContext, Type } from '@nestjs/common';
import type { WorkerIntervals } from '#libs/config';
import type { Scheduler, Task } from '#libs/scheduler';
import { AuditPartitionsTask } from './audit/audit-partitions.task.js';

const HOUR_MS = 3_600_000;

/** Which task runs how often (milliseconds). */
function timetable(_every: WorkerIntervals): readonly (readonly [Type<Task>, number])[] {
  return [[AuditPartitionsTask, HOUR_MS]];
}

/** Starts every task of the worker. */
export function startTasks(app: INestApplicationContext, scheduler: Scheduler, every: WorkerIntervals): void {
  for (const [task, periodMs] of timetable(every)) scheduler.start(app.get(task), periodMs);
}
