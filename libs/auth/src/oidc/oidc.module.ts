import { type DynamicModule, Module } from '@nestjs/common';
import { RbacModule } from '#libs/rbac';
import { UsersModule } from '#libs/users';
import { EncryptedCacheEntries } from '../encrypted-cache-entries.js';
import { BackchannelLogout } from './backchannel-logout.service.js';
import { GroupRoles } from './group-roles.service.js';
import { IdentityProvider } from './identity-provider.js';
import { LogoutTokens } from './logout-tokens.js';
import { OidcLogout } from './oidc-logout.service.js';
import { OidcOptions } from './oidc-options.js';
import { OidcSessionStore } from './oidc-sessions.store.js';
import { OidcSignIn } from './oidc-sign-in.service.js';
import { PendingFlows } from './pending-flows.js';
import { ProviderDiscovery } from './provider-discovery.js';
import { ProviderSessions } from './provider-sessions.service.js';
import { ProviderSignIn } from './provider-sign-in.service.js';
import { SealedIdTokens } from './sealed-id-tokens.js';

const EXPORTED = [BackchannelLogout, OidcLogout, OidcSignIn];

const INTERNAL = [
  GroupRoles,
  IdentityProvider,
  LogoutTokens,
  OidcSessionStore,
  PendingFlows,
  ProviderDiscovery,
  ProviderSessions,
  ProviderSignIn,
  EncryptedCacheEntries,
  SealedIdTokens,
];

/** Sign-in at the identity provider; imported only when one is configured. */
@Module({})
export class OidcModule {
  static forRoot(options: OidcOptions): DynamicModule {
    return {
      module: OidcModule,
      imports: [UsersModule, RbacModule],
      providers: [...EXPORTED, ...INTERNAL, { provide: OidcOptions, useValue: options }],
      exports: EXPORTED,
    };
  }
}
