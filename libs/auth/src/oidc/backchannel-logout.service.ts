import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { httpErrors } from '#libs/core';
import { ProviderAccounts } from '#libs/users';
import { Sessions } from '../sessions/sessions.service.js';
import { type IssuedLogoutRequest, LogoutTokens } from './logout-tokens.js';
import { OidcSessionStore } from './oidc-sessions.store.js';

const REASON = 'backchannel_logout';
const ACTOR = 'system:oidc';

/** Ends sessions at the provider's request (OpenID Connect Back-Channel Logout 1.0). */
@Injectable()
export class BackchannelLogout {
  constructor(
    private readonly database: Database,
    private readonly tokens: LogoutTokens,
    private readonly accounts: ProviderAccounts,
    private readonly store: OidcSessionStore,
    private readonly sessions: Sessions,
  ) {}

  /**
   * Ends the sessions that the token names; succeeds when it matches none of ours.
   *
   * @throws DomainError validation_failed for an invalid or replayed token
   */
  async logout(token: string): Promise<void> {
    const request = await this.tokens.verify(token);
    if (!request || !(await this.tokens.consume(request))) throw invalidToken();
    try {
      await this.database.transaction((tx) => this.end(tx, request));
    } catch (error) {
      await this.tokens.release(request);
      throw error;
    }
  }

  private async end(tx: Tx, { issuer, target }: IssuedLogoutRequest): Promise<void> {
    if ('subject' in target) return this.endAll(tx, issuer, target.subject);
    await this.endBySid(tx, issuer, target.sid);
  }

  /** Repeats until none is left: a command line whose sign-in this waited for got the id, too. */
  private async endBySid(tx: Tx, issuer: string, sid: string): Promise<void> {
    for (;;) {
      const sessions = await this.store.findBySid(tx, issuer, sid);
      if (sessions.length === 0) return;
      for (const session of sessions) await this.sessions.revoke(tx, session, REASON, ACTOR);
    }
  }

  /** Locks the user, so that a concurrent sign-in of the subject either precedes this call or follows it. */
  private async endAll(tx: Tx, issuer: string, subject: string): Promise<void> {
    const user = await this.accounts.lockBySubject(tx, issuer, subject);
    if (user) await this.sessions.revokeAll(tx, user.id, REASON, ACTOR);
  }
}

function invalidToken(): Error {
  return httpErrors.invalidField('logout_token', 'is not a logout token for this service');
}
