import { describe, expect, it } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { CacheModule } from './cache.module.js';
import { Cache } from './cache.js';
import { CacheUnavailableError } from './cache.errors.js';
import { CacheThrottlerStorage } from './throttler-storage.js';

@Injectable()
class SignIn {
  constructor(
    readonly cache: Cache,
    readonly limits: CacheThrottlerStorage,
  ) {}
}

@Module({ providers: [SignIn] })
class SignInModule {}

describe('CacheModule', () => {
  it('provides the cache and its limits globally, and closes the cache on shutdown', async () => {
    const app = await Test.createTestingModule({
      imports: [CacheModule.forUrl('memory://'), SignInModule],
    }).compile();
    await app.init();
    const { cache, limits } = app.get(SignIn, { strict: false });
    await cache.set('key', 'value', 60);
    expect(await cache.get('key')).toEqual(Buffer.from('value'));
    expect((await limits.increment('login.ip:::1', 60_000, 1)).isBlocked).toBe(false);
    expect((await limits.increment('login.ip:::1', 60_000, 1)).isBlocked).toBe(true);
    await app.close();
    await expect(cache.ping()).rejects.toThrow(CacheUnavailableError);
  });
});
