import type { INestApplicationContext, Type } from '@nestjs/common';
import type { WorkerIntervals } from '#libs/config';
import type { Scheduler, Task } from '#libs/scheduler';
import { AuditPartitionsTask } from './audit/audit-partitions.task.js';
import { AuditSealTask } from './audit/audit-seal.task.js';
import { CrossTeamFillExpiredTask } from './cross-team/cross-team-fill-expired.task.js';
import { DiscoverySchedulerTask } from './discovery/discovery-scheduler.task.js';
import { DiscoveryStaleTask } from './discovery/discovery-stale.task.js';
import { HousekeepingTask } from './housekeeping/housekeeping.task.js';
import { RequestsExpiredTask } from './requests/requests-expired.task.js';
import { RevealSessionsExpiredTask } from './reveal/reveal-sessions-expired.task.js';
import { SystemGauges } from './metrics/system-gauges.js';
import { WrapsExpiredTask } from './wraps/wraps-expired.task.js';

const HOUR_MS = 3_600_000;

/** Which task runs how often (milliseconds). */
function timetable(every: WorkerIntervals): readonly (readonly [Type<Task>, number])[] {
  return [
    [AuditPartitionsTask, HOUR_MS],
    [AuditSealTask, every.auditSeal],
    [CrossTeamFillExpiredTask, every.crossTeamFillExpired],
    [DiscoverySchedulerTask, every.discoveryScheduler],
    [DiscoveryStaleTask, every.discoveryStale],
    [HousekeepingTask, every.housekeeping],
    [RequestsExpiredTask, every.requestsExpired],
    [WrapsExpiredTask, every.wrapsExpired],
    [RevealSessionsExpiredTask, every.revealSessionsExpired],
  ];
}

/** Starts every task of the worker, and shows how late each is. */
export function startTasks(app: INestApplicationContext, scheduler: Scheduler, every: WorkerIntervals): void {
  const tasks = timetable(every).map(([task, periodMs]) => ({ task: app.get(task), periodMs }));
  app.get(SystemGauges).show(tasks.map(({ task }) => task));
  for (const { task, periodMs } of tasks) scheduler.start(task, periodMs);
}
