import { Injectable } from '@nestjs/common';
import type { Caller } from '#libs/permissions';
import { Sessions } from '../sessions/sessions.service.js';
import { IdentityProvider } from './identity-provider.js';
import { OidcSessionStore } from './oidc-sessions.store.js';
import { SealedIdTokens } from './sealed-id-tokens.js';

/** Logout initiated by the user (OpenID Connect RP-Initiated Logout 1.0). */
@Injectable()
export class OidcLogout {
  constructor(
    private readonly sessions: Sessions,
    private readonly store: OidcSessionStore,
    private readonly idTokens: SealedIdTokens,
    private readonly provider: IdentityProvider,
  ) {}

  /**
   * Ends the caller's session.
   *
   * @returns the provider's logout URL; null when it has none or is unreachable
   */
  async logout(caller: Caller): Promise<string | null> {
    await this.sessions.logout(caller);
    const kept = await this.store.findIdToken(caller.sessionId);
    if (!kept) return null;
    const idToken = await this.idTokens.open(kept.sealedIdToken, kept).catch(() => null);
    return idToken === null ? null : this.provider.endSessionUrl(idToken);
  }
}
