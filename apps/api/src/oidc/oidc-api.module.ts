import { type DynamicModule, Module } from '@nestjs/common';
import { OidcModule, type OidcOptions } from '#libs/auth';
import { SessionCookie } from '../auth/session-cookie.js';
import { FlowCookie } from './flow-cookie.js';
import { OidcLogoutController } from './oidc-logout.controller.js';
import { OidcStrategy } from './oidc-strategy.js';
import { OidcController } from './oidc.controller.js';

interface OidcApiOptions {
  readonly env: 'production' | 'development';
  readonly trustedAmrMfa: boolean;
  readonly oidc: Omit<OidcOptions, 'trustedAmrMfa'> | null;
}

/** Sign-in at the identity provider. Without one there are no such routes. */
@Module({})
export class OidcApiModule {
  /** What AppModule imports: nothing unless a provider is configured. */
  static forConfig(config: OidcApiOptions): DynamicModule[] {
    const { oidc, trustedAmrMfa } = config;
    if (!oidc) return [];
    const secure = config.env === 'production';
    return [
      {
        module: OidcApiModule,
        imports: [OidcModule.forRoot({ ...oidc, trustedAmrMfa })],
        controllers: [OidcController, OidcLogoutController],
        providers: [
          OidcStrategy,
          { provide: FlowCookie, useValue: new FlowCookie(secure) },
          { provide: SessionCookie, useValue: new SessionCookie(secure) },
        ],
      },
    ];
  }
}
