import { type DynamicModule, Module } from '@nestjs/common';
import { Cache } from '#libs/cache';
import type { ApiConfig } from '#libs/config';
import { Database } from '#libs/database';
import { HealthModule, storeChecks } from '#libs/health';
import { KeyDeniedError, KeyServiceHealth } from '#libs/kms';
import { ProbeSettings } from './probe-settings.js';
import { ProbesController } from './probes.controller.js';

/** What the api must reach to be ready: database, cache, and the key service once at boot (D90). */
const READINESS = {
  inject: [Database, Cache, KeyServiceHealth],
  useFactory: (database: Database, cache: Cache, keys: KeyServiceHealth) => [
    ...storeChecks(database, cache),
    { name: 'key_service', run: () => keys.requirePassed(), failure: keyServiceFailure },
  ],
};

function keyServiceFailure(error: unknown): string {
  return error instanceof KeyDeniedError
    ? 'the key service refuses our credentials'
    : 'the key service has not answered since boot';
}

@Module({})
export class ProbesModule {
  static forConfig({ metricsListen }: Pick<ApiConfig, 'metricsListen'>): DynamicModule {
    const settings: ProbeSettings = { metricsHere: metricsListen === null };
    return {
      module: ProbesModule,
      // The controller of the metrics is PrometheusModule's.
      global: true,
      imports: [HealthModule.forChecks(READINESS, ProbesController)],
      providers: [{ provide: ProbeSettings, useValue: settings }],
      exports: [ProbeSettings],
    };
  }
}
