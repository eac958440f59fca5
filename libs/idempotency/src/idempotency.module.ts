import { type DynamicModule, Module } from '@nestjs/common';
import type { SecretBytes } from '#libs/secret-bytes';
import { CallFingerprint } from './call-fingerprint.js';
import { Idempotency } from './idempotency.service.js';
import { IdempotencyStore } from './idempotency.store.js';

/** Provides Idempotency to every controller. */
@Module({})
export class IdempotencyModule {
  /** @param secret the service's signing secret; the fingerprint's key is derived from it */
  static forSecret(secret: SecretBytes): DynamicModule {
    return {
      module: IdempotencyModule,
      global: true,
      providers: [
        { provide: CallFingerprint, useFactory: () => new CallFingerprint(secret) },
        IdempotencyStore,
        Idempotency,
      ],
      exports: [Idempotency],
    };
  }
}
