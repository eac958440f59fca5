import { type DynamicModule, Module } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { PrometheusModule } from '@willsoto/nestjs-prometheus';
import { FleetReadModel } from '#libs/agents';
import { AuditModule, AuditTasksModule } from '#libs/audit';
import { Cache, CacheModule } from '#libs/cache';
import type { WorkerConfig } from '#libs/config';
import { Database, DatabaseModule } from '#libs/database';
import { HealthController, HealthModule, storeChecks } from '#libs/health';
import { JobsModule, QueueReadModel } from '#libs/jobs';
import { MetricsController } from '#libs/metrics';
import { DiscoveryCoreModule } from '#libs/discovery';
import { RequestCoreModule } from '#libs/requests';
import { RevealCoreModule } from '#libs/reveal';
import { SchedulerModule } from '#libs/scheduler';
import { WrapsModule } from '#libs/wraps';
import { SYSTEM_GAUGES } from './system-gauges.js';
import { WORKER_TASKS, workerTasks } from './tasks.js';

const READINESS = { inject: [Database, Cache], useFactory: storeChecks };

/** The worker: the same services as the api, run by timers instead of calls. */
@Module({})
export class WorkerModule {
  static forConfig(config: WorkerConfig): DynamicModule {
    const database = {
      url: config.databaseUrl,
      directUrl: config.databaseDirectUrl,
      slowStatementMs: config.slowStatementMs,
      poolerPrepares: config.poolerPreparedStatements,
      poolSize: 5,
      applicationName: 'countersign-worker',
    };
    const tasks = {
      provide: WORKER_TASKS,
      inject: [ModuleRef],
      useFactory: (modules: ModuleRef) => workerTasks((type) => modules.get(type, { strict: false }), config),
    };
    return {
      module: WorkerModule,
      imports: [
        PrometheusModule.register({ controller: MetricsController }),
        DatabaseModule.forRoot(database),
        CacheModule.forUrl(config.redisUrl),
        HealthModule.forChecks(READINESS, HealthController),
        SchedulerModule,
        AuditModule,
        AuditTasksModule.forSettings(config.audit),
        JobsModule.forQueueing(),
        WrapsModule,
        RequestCoreModule,
        RevealCoreModule,
        DiscoveryCoreModule,
      ],
      providers: [tasks, ...[FleetReadModel, QueueReadModel, ...SYSTEM_GAUGES]],
    };
  }
}
