import { type DynamicModule, Module } from '@nestjs/common';
import type { ApiConfig } from '#libs/config';
import { JobsModule } from '#libs/jobs';
import { DiscoveryModule } from '#libs/discovery';
import { JobsController } from './jobs.controller.js';

@Module({})
export class JobsApiModule {
  static forConfig(config: ApiConfig): DynamicModule {
    const settings = { leaseSeconds: config.jobLeaseSeconds, listenUrl: config.databaseDirectUrl };
    return {
      module: JobsApiModule,
      imports: [JobsModule.forRoot(settings), DiscoveryModule],
      controllers: [JobsController],
    };
  }
}
