import { type DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { getToken } from '@willsoto/nestjs-prometheus';
import type { Counter } from 'prom-client';
import { CacheThrottlerStorage } from '#libs/cache';
import { ConnectionPool } from '#libs/database';
import { CallsInProgress, CONCURRENCY_LIMITED, concurrencyLimited } from '../load/calls-in-progress.js';
import { LoadMonitor } from '../load/load-monitor.js';
import { loadShed, LoadSheddingGuard } from '../load/load-shedding.guard.js';
import { AccessDenials } from './access-denials.js';
import { missingAuditEvents } from './audit.interceptor.js';
import { AccessGuard, MfaPosture } from './access.guard.js';
import { Credentials } from './credentials.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { SameOrigin } from './same-origin.js';

export interface AccessOptions {
  readonly publicUrl: string | null;
  readonly requireMfaAtLogin: boolean;
  readonly loadSheddingLagMs: number;
  readonly callsPerCaller: number;
  readonly securityProfile: 'standard' | 'strict';
}

/** Applies the guards to every route of the process. */
@Module({})
export class AccessModule {
  static forRoot(options: AccessOptions): DynamicModule {
    const { publicUrl, requireMfaAtLogin, loadSheddingLagMs, callsPerCaller, securityProfile } = options;
    return {
      module: AccessModule,
      global: true,
      imports: [throttler()],
      exports: [AccessDenials, Credentials],
      providers: [
        AccessDenials,
        Credentials,
        RateLimitGuard,
        { provide: SameOrigin, useValue: new SameOrigin(publicUrl) },
        { provide: MfaPosture, useValue: { requireMfaAtLogin, strict: securityProfile === 'strict' } },
        {
          provide: LoadMonitor,
          useFactory: (pool: ConnectionPool) => new LoadMonitor(pool, loadSheddingLagMs),
          inject: [ConnectionPool],
        },
        {
          provide: CallsInProgress,
          useFactory: (refused: Counter<'caller'>) => new CallsInProgress(callsPerCaller, refused),
          inject: [getToken(CONCURRENCY_LIMITED)],
        },
        loadShed,
        concurrencyLimited,
        missingAuditEvents,
        { provide: APP_GUARD, useClass: LoadSheddingGuard },
        { provide: APP_GUARD, useClass: AccessGuard },
      ],
    };
  }
}

/** Limits are declared at each handler, and the error response has Retry-After, so X-RateLimit headers are disabled. */
function throttler(): DynamicModule {
  return ThrottlerModule.forRootAsync({
    inject: [CacheThrottlerStorage],
    useFactory: (storage: CacheThrottlerStorage) => ({
      throttlers: [{ limit: 1, ttl: 1000 }],
      setHeaders: false,
      storage,
    }),
  });
}
