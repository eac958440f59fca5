import { type DynamicModule, Module } from '@nestjs/common';
import { TenancyModule } from '#libs/tenancy';
import { BINDING_METRICS, BindingCounters } from './binding-counters.js';
import { BindingService } from './bindings.service.js';
import { BindingStore } from './bindings.store.js';
import { BindingWriter } from './binding-writer.js';
import { SecretReadModel } from './catalogue/secrets.read-model.js';
import { ConnectionChoiceService } from './connection-choices.service.js';
import { ConnectionsModule } from './connections.module.js';
import { EnvironmentBindings } from './environment-bindings.js';
import { ProviderConnectionService } from './provider-connections.service.js';
import { ProviderConnectionStore } from './provider-connections.store.js';
import { ScopeSettings } from './scope-settings.js';
import { ScopedBindingService } from './scoped-bindings.service.js';
import { SecretBindingService } from './secret-bindings.service.js';
import { SecretCheckNotice } from './secret-check-notice.js';

const EXPORTED = [
  ProviderConnectionService,
  ConnectionChoiceService,
  BindingService,
  ScopedBindingService,
  SecretReadModel,
  SecretBindingService,
];

/** Connections, their bindings, and the catalogue of discovered secrets. Requires the JobsModule. */
@Module({})
export class ProvidersModule {
  static forSettings(settings: ScopeSettings): DynamicModule {
    return {
      module: ProvidersModule,
      imports: [TenancyModule, ConnectionsModule],
      providers: [
        ...EXPORTED,
        { provide: ScopeSettings, useValue: settings },
        ProviderConnectionStore,
        BindingStore,
        BindingWriter,
        ...BINDING_METRICS,
        BindingCounters,
        EnvironmentBindings,
        SecretCheckNotice,
      ],
      exports: [ConnectionsModule, ...EXPORTED],
    };
  }
}
