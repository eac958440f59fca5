import { type DynamicModule, Module } from '@nestjs/common';
import type { ApiConfig } from '#libs/config';
import { GitopsModule } from '#libs/gitops';
import { AppMappingsController } from './app-mappings.controller.js';
import { ArgocdEndpointsController } from './argocd-endpoints.controller.js';
import { ObservationsController } from './observations.controller.js';
import { RequestObservationsController } from './request-observations.controller.js';

const CONTROLLERS = [
  ArgocdEndpointsController,
  AppMappingsController,
  ObservationsController,
  RequestObservationsController,
];

/** The routes of GitOps; not mounted where it is disabled. */
@Module({})
export class GitopsApiModule {
  static forConfig({ gitopsEnabled: enabled }: Pick<ApiConfig, 'gitopsEnabled'>): DynamicModule {
    return {
      module: GitopsApiModule,
      imports: [GitopsModule.forSettings({ enabled })],
      controllers: enabled ? CONTROLLERS : [],
    };
  }
}
