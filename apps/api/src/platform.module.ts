import { type DynamicModule, Module } from '@nestjs/common';
import { PrometheusModule } from '@willsoto/nestjs-prometheus';
import { AuditModule } from '#libs/audit';
import { CacheModule } from '#libs/cache';
import type { ApiConfig } from '#libs/config';
import { DatabaseModule } from '#libs/database';
import { KmsModule } from '#libs/kms';
import { requestDuration } from './http/request-log.js';
import { ProbeMetricsController } from './probes/probe-metrics.controller.js';

/** The services that every context uses: database, cache, key service, audit, metrics. */
@Module({})
export class PlatformModule {
  static forConfig(config: ApiConfig): DynamicModule {
    return {
      module: PlatformModule,
      imports: [
        PrometheusModule.register({ controller: ProbeMetricsController }),
        DatabaseModule.forRoot({
          url: config.databaseUrl,
          directUrl: config.databaseDirectUrl,
          slowStatementMs: config.slowStatementMs,
          readUrl: config.databaseReadUrl,
          poolerPrepares: config.poolerPreparedStatements,
          poolSize: 20,
          applicationName: 'countersign-api',
        }),
        CacheModule.forUrl(config.redisUrl),
        KmsModule.forConfig(config.kms),
        AuditModule,
      ],
      providers: [requestDuration],
    };
  }
}
