import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { Cache } from './cache.js';
import { createCache } from './create-cache.js';
import { CacheThrottlerStorage } from './throttler-storage.js';

/** Provides the cache and the throttler's storage to every module; closes the cache last, after requests and tasks. */
@Module({})
export class CacheModule implements OnApplicationShutdown {
  constructor(private readonly cache: Cache) {}

  /** @param url as createCache takes it */
  static forUrl(url: string): DynamicModule {
    return {
      module: CacheModule,
      global: true,
      providers: [{ provide: Cache, useFactory: () => createCache(url) }, CacheThrottlerStorage],
      exports: [Cache, CacheThrottlerStorage],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.cache.close();
  }
}
