import { type DynamicModule, Module } from '@nestjs/common';
import { AuditModule } from '#libs/audit';
import { CacheModule } from '#libs/cache';
import type { WorkerConfig } from '#libs/config';
import { DatabaseModule } from '#libs/database';
import { JobsModule } from '#libs/jobs';
import type { Logger } from '#libs/logging';
import { MetricsModule } from '#libs/metrics';
import { RequestCoreModule } from '#libs/requests';
import { RevealCoreModule } from '#libs/reveal';
import { WrapsModule } from '#libs/wraps';
import { AuditTasksModule } from './audit/audit-tasks.module.js';
import { CrossTeamFillExpiredTask } from './cross-team/cross-team-fill-expired.task.js';
import { DiscoveryTasksModule } from './discovery/discovery-tasks.module.js';
import { HousekeepingTasksModule } from './housekeeping/housekeeping-tasks.module.js';
import { SystemGaugesModule } from './metrics/system-gauges.module.js';
import { RequestsExpiredTask } from './requests/requests-expired.task.js';
import { RevealSessionsExpiredTask } from './reveal/reveal-sessions-expired.task.js';
import { WrapsExpiredTask } from './wraps/wraps-expired.task.js';

/** The worker: the same services as the api, driven by time instead of by calls. */
@Module({})
export class WorkerModule {
  static forConfig(config: WorkerConfig, logger: Logger): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        MetricsModule,
        DatabaseModule.forRoot({
          url: config.databaseUrl,
          poolSize: 5,
          applicationName: 'countersign-worker',
        }),
        CacheModule.forUrl(config.redisUrl),
        AuditModule,
        JobsModule.forQueueing(),
        WrapsModule,
        RequestCoreModule,
        RevealCoreModule,
        AuditTasksModule.forConfig(config.audit, logger),
        DiscoveryTasksModule.forTargets(config.discoverTargets, logger),
        HousekeepingTasksModule,
        SystemGaugesModule,
      ],
      providers: [CrossTeamFillExpiredTask, RequestsExpiredTask, WrapsExpiredTask, RevealSessionsExpiredTask],
    };
  }
}
