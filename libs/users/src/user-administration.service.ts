import { Injectable } from '@nestjs/common';
import { actorOf, Audit } from '#libs/audit';
import type { Caller } from '#libs/permissions';
import { Database, type Tx } from '#libs/database';
import { LocalAccounts } from './local-accounts.service.js';
import { UserSessions } from './user-sessions.js';
import { DisablingHooks } from './disabling-hooks.js';
import type { User } from './user.js';
import { usersErrors } from './users.errors.js';
import { usersEvents } from './users.events.js';
import { UserStore } from './users.store.js';

/** Manages users, for administrators only (D10). */
@Injectable()
export class UserAdministration {
  constructor(
    private readonly database: Database,
    private readonly users: UserStore,
    private readonly localAccounts: LocalAccounts,
    private readonly sessions: UserSessions,
    private readonly disablingHooks: DisablingHooks,
    private readonly audit: Audit,
  ) {}

  /**
   * Creates a local account.
   *
   * @param input.password 12 to 72 bytes of UTF-8, checked by the caller
   * @throws DomainError local_sign_in_unavailable before the bootstrap (D88), email_exists
   */
  async createLocal(
    caller: Caller,
    input: { email: string; displayName: string | null; password: string },
  ): Promise<User> {
    const { email, displayName, password } = input;
    const passwordHash = await this.localAccounts.hashPassword(password);
    return this.database.transaction(async (tx) => {
      if (!(await this.localAccounts.anyExists(tx))) throw usersErrors.localSignInUnavailable();
      return this.localAccounts.create(tx, actorOf(caller), { email, displayName, passwordHash });
    });
  }

  /**
   * Disables or enables a user. Disabling ends every session and open request in the same transaction (D100). Without
   * a change nothing is recorded.
   *
   * @throws DomainError user_not_found; what a hook refuses, such as last_admin (D102)
   */
  async setDisabled(caller: Caller, id: string, disabled: boolean): Promise<User> {
    return this.database.transaction(async (tx) => {
      const user = await this.locked(tx, id);
      if (user.disabled === disabled) return user;
      const changed = await this.users.setDisabled(tx, id, disabled);
      const event = disabled ? usersEvents.disabled : usersEvents.enabled;
      await this.audit.record(tx, event(actorOf(caller), id));
      if (!disabled) return changed;
      await this.sessions.endAll(tx, id, 'user_disabled', actorOf(caller));
      await this.disablingHooks.run(tx, id);
      return changed;
    });
  }

  /** Sets a user's display name; null for none. @throws DomainError user_not_found */
  async rename(caller: Caller, id: string, displayName: string | null): Promise<User> {
    return this.database.transaction(async (tx) => {
      await this.locked(tx, id);
      const user = await this.users.setDisplayName(tx, id, displayName);
      await this.audit.record(tx, usersEvents.updated(actorOf(caller), id, { changed: ['display_name'] }));
      return user;
    });
  }

  /**
   * Ends the lock of local sign-in. The step-up lock stays: it protects the second factor, also against someone with
   * an administrator's session. Recorded even when nothing was locked (D91).
   *
   * @throws DomainError user_not_found
   */
  async unlock(caller: Caller, id: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.locked(tx, id);
      await this.localAccounts.unlock(tx, id);
      await this.audit.record(tx, usersEvents.unlocked(actorOf(caller), id));
    });
  }

  /** Ends every session of the user. @throws DomainError user_not_found */
  async revokeSessions(caller: Caller, id: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.locked(tx, id);
      await this.sessions.endAll(tx, id, 'admin', actorOf(caller));
    });
  }

  private async locked(tx: Tx, id: string): Promise<User> {
    const user = await this.users.lock(tx, id);
    // Workloads are administered by their registration.
    if (!user || user.kind === 'workload') throw usersErrors.userNotFound();
    return user;
  }
}
