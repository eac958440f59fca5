import {
  type DynamicModule,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { getToken } from '@willsoto/nestjs-prometheus';
import type { KmsConfig } from '#libs/config';
import type { Counter, Histogram } from 'prom-client';
import { createKeyService } from './create-key-service.js';
import { KeyService } from './key.service.js';
import { KeyServiceHealth } from './key-service-health.js';
import { KMS_ERRORS, KMS_METRICS, KMS_DURATION, MeteredKeyService } from './metered-key.service.js';

/** Provides KeyService with metrics and its health, to every module. */
@Module({})
export class KmsModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(private readonly keys: KeyService) {}

  /** Creates the module. An unreachable backend only shows in readiness (D80). @throws KeyConfigError */
  static forConfig(config: KmsConfig): DynamicModule {
    const keys = createKeyService(config);
    const metered = {
      provide: KeyService,
      useFactory: (errors: Counter, seconds: Histogram) => new MeteredKeyService(keys, errors, seconds),
      inject: [getToken(KMS_ERRORS), getToken(KMS_DURATION)],
    };
    return {
      module: KmsModule,
      global: true,
      providers: [...KMS_METRICS, metered, KeyServiceHealth],
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
