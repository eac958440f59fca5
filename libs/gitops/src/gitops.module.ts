import { type DynamicModule, Module } from '@nestjs/common';
import { ConnectionsModule } from '#libs/providers';
import { RequestCoreModule } from '#libs/requests';
import { TenancyModule } from '#libs/tenancy';
import { EndpointService } from './endpoints.service.js';
import { EndpointStore } from './endpoints.store.js';
import { EnvironmentMappings } from './environment-mappings.js';
import { GitopsReadModel } from './gitops.read-model.js';
import { MappingService } from './mappings.service.js';
import { MappingStore } from './mappings.store.js';
import { ObservationService } from './observations.service.js';
import { ObservationStore } from './observations.store.js';
import { RequestObservations } from './request-observations.read-model.js';
import { WatchedEndpoints } from './watched-endpoints.js';

const EXPORTED = [EndpointService, MappingService, ObservationService, GitopsReadModel, RequestObservations];

/** Argo CD applications as observed by agents, and the environments that they map to. Requires the AgentsModule. */
@Module({})
export class GitopsModule {
  /** @param settings `enabled`: SVC_GITOPS_ENABLED; if false, the module has only what other contexts require */
  static forSettings({ enabled }: { readonly enabled: boolean }): DynamicModule {
    const always = { imports: [TenancyModule], providers: [MappingStore, EnvironmentMappings] };
    if (!enabled) return { module: GitopsModule, ...always };
    return {
      module: GitopsModule,
      imports: [...always.imports, ConnectionsModule, RequestCoreModule],
      providers: [...always.providers, EndpointStore, ObservationStore, WatchedEndpoints, ...EXPORTED],
      exports: EXPORTED,
    };
  }
}
