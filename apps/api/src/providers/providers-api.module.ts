import { type DynamicModule, Module } from '@nestjs/common';
import type { ApiConfig } from '#libs/config';
import { ProvidersModule, ScopeSettings } from '#libs/providers';
import { ProviderConnectionsController } from './provider-connections.controller.js';

@Module({})
export class ProvidersApiModule {
  static forConfig(config: ApiConfig): DynamicModule {
    const { allowInsecureStoreAddr, rejectSecretsInScope } = config;
    const settings: ScopeSettings = { allowInsecureStoreAddr, rejectSecretsInScope };
    return {
      module: ProvidersApiModule,
      imports: [ProvidersModule.forSettings(settings)],
      controllers: [ProviderConnectionsController],
    };
  }
}
