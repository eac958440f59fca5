import { type DynamicModule, Module } from '@nestjs/common';
import { AuditModule } from '#libs/audit';
import { CacheModule } from '#libs/cache';
import type { WorkerConfig } from '#libs/config';
import { DatabaseModule } from '#libs/database';
import { MetricsModule } from '#libs/metrics';
import { AuditPartitionsTask } from './audit/audit-partitions.task.js';

/** The worker: the same services as the api, driven by time instead of by calls. */
@Module({})
export class WorkerModule {
  static forConfig(config: WorkerConfig): DynamicModule {
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
      ],
      providers: [AuditPartitionsTask],
    };
  }
}
