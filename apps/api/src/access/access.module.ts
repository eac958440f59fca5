import { type DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { LoadMonitor } from '../load/load-monitor.js';
import { LoadSheddingGuard } from '../load/load-shedding.guard.js';
import { AccessDenials } from './access-denials.js';
import { AccessGuard, MfaPosture } from './access.guard.js';
import { CallLimits } from './call-limits.js';
import { Credentials } from './credentials.js';
import { SameOrigin } from './same-origin.js';

export interface AccessOptions {
  readonly publicUrl: string | null;
  readonly requireMfaAtLogin: boolean;
  readonly securityProfile: 'standard' | 'strict';
}

/** Puts the guard in front of every route of the process. */
@Module({})
export class AccessModule {
  static forRoot({ publicUrl, requireMfaAtLogin, securityProfile }: AccessOptions): DynamicModule {
    return {
      module: AccessModule,
      global: true,
      exports: [AccessDenials, Credentials],
      providers: [
        AccessDenials,
        CallLimits,
        Credentials,
        { provide: SameOrigin, useValue: new SameOrigin(publicUrl) },
        { provide: MfaPosture, useValue: { requireMfaAtLogin, strict: securityProfile === 'strict' } },
        LoadMonitor,
        { provide: APP_GUARD, useClass: LoadSheddingGuard },
        { provide: APP_GUARD, useClass: AccessGuard },
      ],
    };
  }
}
