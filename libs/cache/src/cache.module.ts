import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { Cache } from './cache.js';
import { createCache } from './create-cache.js';
import { RateLimiter } from './rate-limiter.js';

/** Gives Cache and RateLimiter to every module, and closes the cache last, when requests and tasks have ended. */
@Module({})
export class CacheModule implements OnApplicationShutdown {
  constructor(private readonly cache: Cache) {}

  /** @param url as createCache takes it */
  static forUrl(url: string): DynamicModule {
    return {
      module: CacheModule,
      global: true,
      providers: [{ provide: Cache, useFactory: () => createCache(url) }, RateLimiter],
      exports: [Cache, RateLimiter],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.cache.close();
  }
}
