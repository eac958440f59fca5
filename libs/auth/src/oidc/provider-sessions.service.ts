import { Injectable } from '@nestjs/common';
import { Audit } from '#libs/audit';
import type { Tx } from '#libs/database';
import { readAuthTime } from './domain/auth-time.js';
import { readSid } from './domain/identity-claims.js';
import { amrOf, isStrong } from './domain/strong-amr.js';
import type { ProviderTokens } from './identity-provider.js';
import { OidcOptions } from './oidc-options.js';
import { OidcSessionStore } from './oidc-sessions.store.js';
import { type CompletedCallback, oidcEvents } from './oidc.events.js';
import { SealedIdTokens } from './sealed-id-tokens.js';
import { SignInRefused } from './sign-in-refused.js';

/** What a session stores of the provider's tokens. */
export interface SealedTokens {
  readonly sealedIdToken: string;
  readonly sid: string | null;
  readonly amr: readonly string[];
  readonly authTime: number | null;
}

/** Links sessions to the provider's. One of the two writers of last_mfa_at. */
@Injectable()
export class ProviderSessions {
  constructor(
    private readonly options: OidcOptions,
    private readonly idTokens: SealedIdTokens,
    private readonly sessions: OidcSessionStore,
    private readonly audit: Audit,
  ) {}

  /** Encrypts the ID token. Calls the key service, so it runs before the transaction. */
  async seal(
    { claims, idToken }: ProviderTokens,
    of: { issuer: string; subject: string },
  ): Promise<SealedTokens> {
    return {
      sealedIdToken: await this.idTokens.seal(idToken, of),
      sid: readSid(claims),
      amr: amrOf(claims),
      authTime: readAuthTime(claims),
    };
  }

  /**
   * Stores what logout needs, stamps last_mfa_at for a trusted strong amr, and records the callback.
   *
   * @throws SignInRefused session_ended
   */
  async attach(
    tx: Tx,
    session: { id: string; userId: string },
    tokens: SealedTokens,
    account: CompletedCallback['account'],
  ): Promise<void> {
    const { id, userId } = session;
    const { amr, authTime } = tokens;
    if (!(await this.sessions.attach(tx, session, tokens)))
      throw new SignInRefused('session_ended', null, userId);
    const stamped = this.countsAsStepUp(tokens);
    if (stamped) await this.sessions.stampMfa(tx, id, authTime);
    await this.audit.record(tx, oidcEvents.callback({ userId, sessionId: id, amr, stamped, account }));
  }

  /**
   * Returns whether the sign-in counts as a step-up. Without auth_time the time of the strong authentication is unknown; the
   * standard profile uses that of the callback (D21, D95).
   */
  private countsAsStepUp({ amr, authTime }: SealedTokens): boolean {
    const { trustedAmrMfa, securityProfile } = this.options;
    return trustedAmrMfa && isStrong(amr) && (authTime !== null || securityProfile === 'standard');
  }
}
