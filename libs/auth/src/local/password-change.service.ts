import { Injectable } from '@nestjs/common';
import { Audit, AuditedRefusal } from '#libs/audit';
import { Database } from '#libs/database';
import type { Caller } from '#libs/permissions';
import { LocalAccounts, UserStore } from '#libs/users';
import { authErrors } from '../auth.errors.js';
import { authEvents } from '../auth.events.js';
import { Sessions } from '../sessions/sessions.service.js';

/** Changes the caller's own password. */
@Injectable()
export class PasswordChange {
  constructor(
    private readonly database: Database,
    private readonly accounts: LocalAccounts,
    private readonly users: UserStore,
    private readonly sessions: Sessions,
    private readonly audit: Audit,
  ) {}

  /**
   * Replaces the caller's password and ends their other sessions. A wrong current password counts like one at sign-in, so
   * that a stolen session does not circumvent the account lock.
   *
   * @param passwords.next 12 to 72 bytes of UTF-8, checked by the caller
   * @throws DomainError no_local_account; password_incorrect, also while the account is locked; rate_limited when too
   *   many comparisons are queued
   */
  async change(caller: Caller, passwords: { current: string; next: string }): Promise<void> {
    const { userId } = caller;
    const checked = await this.accounts.checkOf(userId, passwords.current);
    if (!checked) throw authErrors.noLocalAccount();
    const { account, matches } = checked;
    if (account.locked) return this.denyLocked(userId);
    if (!matches) return this.denyWrong(userId);
    const hash = await this.accounts.hashPassword(passwords.next);
    const changed = await this.database.transaction(async (tx) => {
      if (!(await this.accounts.replacePassword(tx, userId, account.passwordHash, hash))) return false;
      await this.audit.record(tx, authEvents.passwordChanged(userId));
      // Waits for sign-ins in progress, so that their sessions end, too. Locked after the password, as by a sign-in.
      await this.users.lock(tx, userId);
      await this.sessions.endOthers(tx, caller, 'password_changed');
      return true;
    });
    if (!changed) await this.denyLocked(userId);
  }

  private async denyLocked(userId: string): Promise<never> {
    const denial = authEvents.passwordChangeDenied(userId, 'account_locked');
    return this.audit.refuse(authErrors.passwordIncorrect(), denial);
  }

  private async denyWrong(userId: string): Promise<never> {
    await this.database.transaction(async (tx) => {
      const failure = await this.accounts.countFailure(tx, userId);
      const kind = failure ? 'wrong_password' : 'account_locked';
      const count = failure?.failedLoginCount;
      await this.audit.record(tx, authEvents.passwordChangeDenied(userId, kind, count));
      if (failure?.lockedNow)
        await this.audit.record(tx, authEvents.lockoutApplied(userId, failure.failedLoginCount));
    });
    throw new AuditedRefusal(authErrors.passwordIncorrect());
  }
}
