import { type DynamicModule, Module } from '@nestjs/common';
import { Cache } from '#libs/cache';
import type { ApiConfig } from '#libs/config';
import { Database } from '#libs/database';
import { KeyDeniedError, KeyServiceHealth } from '#libs/kms';
import { Readiness } from '#libs/health';
import { ProbeSettings } from './probe-settings.js';
import { ProbesController } from './probes.controller.js';

/** What the api must reach before it takes calls: store, cache, and the key service once at boot (D90). */
function apiReadiness(database: Database, cache: Cache, keys: KeyServiceHealth): Readiness {
  return new Readiness([
    { name: 'store', failure: () => 'the database does not answer', run: () => database.ping() },
    { name: 'cache', failure: () => 'the cache does not answer', run: () => cache.ping() },
    { name: 'key_service', failure: keyServiceFailure, run: () => keys.requirePassed() },
  ]);
}

function keyServiceFailure(error: unknown): string {
  return error instanceof KeyDeniedError
    ? 'the key service refuses our credentials'
    : 'the key service has not answered since boot';
}

@Module({})
export class ProbesModule {
  static forConfig({ metricsListen }: Pick<ApiConfig, 'metricsListen'>): DynamicModule {
    const inject = [Database, Cache, KeyServiceHealth];
    const settings: ProbeSettings = { metricsHere: metricsListen === null };
    return {
      module: ProbesModule,
      controllers: [ProbesController],
      providers: [
        { provide: Readiness, useFactory: apiReadiness, inject },
        { provide: ProbeSettings, useValue: settings },
      ],
      exports: [Readiness],
    };
  }
}
