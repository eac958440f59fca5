import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { httpErrors } from '#libs/core';
import { ProviderAccounts } from '#libs/users';
import { Sessions } from '../sessions/sessions.service.js';
import { type IssuedLogoutOrder, LogoutTokens } from './logout-tokens.js';
import { OidcSessionStore } from './oidc-sessions.store.js';

const REASON = 'backchannel_logout';
const ACTOR = 'system:oidc';

/** Logout that the provider orders (OpenID Connect Back-Channel Logout 1.0). */
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
   * Ends the sessions that the token names; one that names none of ours has nothing left to do.
   *
   * @throws DomainError validation_failed for a token that is not valid or came before
   */
  async logout(token: string): Promise<void> {
    const order = await this.tokens.verify(token);
    if (!order || !(await this.tokens.spend(order))) throw invalidToken();
    try {
      await this.database.transaction((tx) => this.end(tx, order));
    } catch (error) {
      await this.tokens.unspend(order);
      throw error;
    }
  }

  private async end(tx: Tx, { issuer, target }: IssuedLogoutOrder): Promise<void> {
    if ('subject' in target) return this.endAll(tx, issuer, target.subject);
    for (const session of await this.store.findBySid(tx, issuer, target.sid))
      await this.sessions.revoke(tx, session, REASON, ACTOR);
  }

  /** The lock makes a sign-in of the subject that runs at the same time come first or after. */
  private async endAll(tx: Tx, issuer: string, subject: string): Promise<void> {
    const user = await this.accounts.lockBySubject(tx, issuer, subject);
    if (user) await this.sessions.revokeAll(tx, user.id, REASON, ACTOR);
  }
}

function invalidToken(): Error {
  return httpErrors.validationFailed([
    { field: 'logout_token', message: 'is not a logout token for this service' },
  ]);
}
