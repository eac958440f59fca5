import { Injectable } from '@nestjs/common';
import { actorOf, Audit } from '#libs/audit';
import { Database } from '#libs/database';
import type { Caller } from '#libs/permissions';
import { UserStore } from '#libs/users';
import { authEvents } from '../auth.events.js';
import { Sessions } from '../sessions/sessions.service.js';
import { WebauthnFactorStore } from './webauthn-factors.store.js';

/**
 * Handles a signature counter that did not grow: the authenticator may have been cloned (D25, WebAuthn Level 3
 * §6.1.1).
 */
@Injectable()
export class FactorCompromise {
  constructor(
    private readonly database: Database,
    private readonly users: UserStore,
    private readonly credentials: WebauthnFactorStore,
    private readonly sessions: Sessions,
    private readonly audit: Audit,
  ) {}

  /**
   * Disables the factor and ends every session of the user, in one transaction.
   *
   * @param signCount the counter of an assertion with a valid signature
   * @returns false, with nothing changed, when the counter is valid or the factor is no longer usable
   */
  async report(caller: Caller, factorId: string, signCount: number): Promise<boolean> {
    const { userId } = caller;
    return this.database.transaction(async (tx) => {
      await this.users.lock(tx, userId);
      const stored = await this.credentials.disableUnlessAdvanced(tx, userId, factorId, signCount);
      if (stored === null) return false;
      await this.audit.record(
        tx,
        authEvents.factorCompromised(userId, factorId, { stored, received: signCount }),
      );
      await this.sessions.revokeAll(tx, userId, 'factor_compromised', actorOf(caller));
      return true;
    });
  }
}
