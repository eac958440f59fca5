import { type DynamicModule, Module } from '@nestjs/common';
import { TenancyModule } from '#libs/tenancy';
import { BindingService } from './bindings.service.js';
import { BindingStore } from './bindings.store.js';
import { ConnectionsModule } from './connections.module.js';
import { ProviderConnectionService } from './provider-connections.service.js';
import { ProviderConnectionStore } from './provider-connections.store.js';
import { ScopeSettings } from './scope-settings.js';

/** The registry of external stores and where they are bound. */
@Module({})
export class ProvidersModule {
  static forSettings(settings: ScopeSettings): DynamicModule {
    return {
      module: ProvidersModule,
      imports: [TenancyModule, ConnectionsModule],
      providers: [
        { provide: ScopeSettings, useValue: settings },
        ProviderConnectionService,
        ProviderConnectionStore,
        BindingService,
        BindingStore,
      ],
      exports: [ConnectionsModule, ProviderConnectionService, BindingService, BindingStore],
    };
  }
}
