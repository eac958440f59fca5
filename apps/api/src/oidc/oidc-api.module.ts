import { type DynamicModule, Module } from '@nestjs/common';
import { OidcModule, type OidcOptions } from '#libs/auth';
import { SessionCookie } from '../auth/session-cookie.js';
import { FlowCookie } from './flow-cookie.js';
import { OidcLogoutController } from './oidc-logout.controller.js';
import { OidcStrategy } from './oidc-strategy.js';
import { OidcController } from './oidc.controller.js';

type Shared = Pick<OidcOptions, 'trustedAmrMfa' | 'securityProfile' | 'session'>;

interface OidcApiOptions extends Shared {
  readonly env: 'production' | 'development';
  readonly oidc: Omit<OidcOptions, keyof Shared> | null;
}

/** Sign-in at the identity provider; not mounted without one. */
@Module({})
export class OidcApiModule {
  /** Returns what AppModule imports: nothing unless a provider is configured. */
  static forConfig(config: OidcApiOptions): DynamicModule[] {
    const { oidc, trustedAmrMfa, securityProfile, session } = config;
    if (!oidc) return [];
    const secure = config.env === 'production';
    return [
      {
        module: OidcApiModule,
        imports: [OidcModule.forRoot({ ...oidc, trustedAmrMfa, securityProfile, session })],
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
