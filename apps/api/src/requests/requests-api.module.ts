import { type DynamicModule, Module } from '@nestjs/common';
import type { ApiConfig } from '#libs/config';
import { RequestsModule } from '#libs/requests';
import { DirectRevealController } from './direct-reveal.controller.js';
import { RequestsController } from './requests.controller.js';
import { WrapsController } from './wraps.controller.js';

@Module({})
export class RequestsApiModule {
  static forConfig(config: ApiConfig): DynamicModule {
    const { requireBoundSecrets, stepUpSeconds } = config;
    const strict = config.securityProfile === 'strict';
    return {
      module: RequestsApiModule,
      imports: [RequestsModule.forSettings({ requireBoundSecrets, strict, stepUpSeconds })],
      controllers: [RequestsController, WrapsController, DirectRevealController],
    };
  }
}
