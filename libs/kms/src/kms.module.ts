import {
  type DynamicModule,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Metrics } from '#libs/metrics';
import { createKeyService, type KmsConfig } from './create-key-service.js';
import { KeyService } from './key.service.js';
import { KeyServiceHealth } from './key-service-health.js';
import { MeteredKeyService } from './metered-key.service.js';

/** Provides KeyService with metrics and its health, to every module. */
@Module({})
export class KmsModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(private readonly keys: KeyService) {}

  /** Creates the module. An unreachable backend only shows in readiness (D80). @throws KeyConfigError */
  static forConfig(config: KmsConfig): DynamicModule {
    const keys = createKeyService(config);
    const metered = {
      provide: KeyService,
      useFactory: (metrics: Metrics) => new MeteredKeyService(keys, metrics),
      inject: [Metrics],
    };
    return {
      module: KmsModule,
      global: true,
      providers: [metered, KeyServiceHealth],
      exports: [KeyService, KeyServiceHealth],
    };
  }

  onApplicationBootstrap(): void {
    this.keys.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.keys.stop();
  }
}
