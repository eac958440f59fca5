import { type DynamicModule, Module } from '@nestjs/common';
import { createKeyService, type KmsConfig } from './create-key-service.js';
import { KeyService } from './key.service.js';
import { KeyServiceHealth } from './key-service-health.js';

/** Gives every module the KeyService and its health. */
@Module({})
export class KmsModule {
  /** Raises KeyConfigError at once; a backend that is away shows in readiness only (D80). */
  static forConfig(config: KmsConfig): DynamicModule {
    return {
      module: KmsModule,
      global: true,
      providers: [{ provide: KeyService, useValue: createKeyService(config) }, KeyServiceHealth],
      exports: [KeyService, KeyServiceHealth],
    };
  }
}
