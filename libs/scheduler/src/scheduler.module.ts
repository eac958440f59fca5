import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { Scheduler } from './scheduler.js';
import { TASK_METRICS, TaskMetrics } from './task-metrics.js';

/** Provides the Scheduler. Needs the CacheModule. */
@Module({
  imports: [ScheduleModule.forRoot()],
  providers: [...TASK_METRICS, TaskMetrics, Scheduler],
  exports: [Scheduler],
})
export class SchedulerModule {}
