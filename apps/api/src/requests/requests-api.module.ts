import { type DynamicModule, Module } from '@nestjs/common';
import type { ApiConfig } from '#libs/config';
import { RequestsModule } from '#libs/requests';
import { ApproversController } from './approvers.controller.js';
import { DisclosuresController } from './disclosures.controller.js';
import { CommentsController } from './comments.controller.js';
import { DirectRevealController } from './direct-reveal.controller.js';
import { PreviewController } from './preview.controller.js';
import { RequestStatsController } from './request-stats.controller.js';
import { RequestsController } from './requests.controller.js';
import { TimelineController } from './timeline.controller.js';
import { WaitingController } from './waiting.controller.js';
import { WrapsController } from './wraps.controller.js';

@Module({})
export class RequestsApiModule {
  static forConfig(config: ApiConfig): DynamicModule {
    const { requireBoundSecrets, stepUpSeconds } = config;
    const strict = config.securityProfile === 'strict';
    return {
      module: RequestsApiModule,
      imports: [RequestsModule.forSettings({ requireBoundSecrets, strict, stepUpSeconds })],
      // Before the routes of one request: /requests/waiting must not match /requests/:id.
      controllers: [
        WaitingController,
        PreviewController,
        RequestsController,
        TimelineController,
        ApproversController,
        CommentsController,
        WrapsController,
        DirectRevealController,
        DisclosuresController,
        RequestStatsController,
      ],
    };
  }
}
