import { type DynamicModule, Module } from '@nestjs/common';
import type { ApiConfig } from '#libs/config';
import { DiscoveryModule } from '#libs/discovery';
import { ProvidersModule } from '#libs/providers';
import { BindingsController } from './bindings.controller.js';
import { ConnectionListController } from './connection-list.controller.js';
import { ProjectBindingsController } from './project-bindings.controller.js';
import { ProjectSecretsController } from './project-secrets.controller.js';
import { ProviderConnectionsController } from './provider-connections.controller.js';
import { SecretPagesController } from './secret-pages.controller.js';
import { SecretsController } from './secrets.controller.js';

@Module({})
export class ProvidersApiModule {
  static forConfig(config: ApiConfig): DynamicModule {
    const { allowInsecureStoreAddr, rejectSecretsInScope } = config;
    return {
      module: ProvidersApiModule,
      imports: [
        ProvidersModule.forSettings({ allowInsecureStoreAddr, rejectSecretsInScope }),
        DiscoveryModule,
      ],
      controllers: [
        ConnectionListController,
        ProviderConnectionsController,
        BindingsController,
        ProjectBindingsController,
        SecretPagesController,
        SecretsController,
        ProjectSecretsController,
      ],
    };
  }
}
