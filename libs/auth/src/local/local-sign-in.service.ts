import { Injectable } from '@nestjs/common';
import { Audit } from '#libs/audit';
import { Database } from '#libs/database';
import { LocalAccounts, type User, UserReadModel } from '#libs/users';
import { authErrors } from '../auth.errors.js';
import { authEvents, type LoginFailure, type SignInOrigin } from '../auth.events.js';
import { type LoginToken, type MintedSession, Sessions } from '../sessions/sessions.service.js';

export interface LocalCredentials {
  readonly email?: string | null;
  readonly password?: string | null;
}

/** A new session, whose token and cookie are equivalent. */
export interface SignedIn extends LoginToken {
  readonly session: MintedSession;
  readonly user: User;
}

/** Break-glass sign-in with e-mail and password. */
@Injectable()
export class LocalSignIn {
  constructor(
    private readonly database: Database,
    private readonly accounts: LocalAccounts,
    private readonly users: UserReadModel,
    private readonly sessions: Sessions,
    private readonly audit: Audit,
  ) {}

  /**
   * Signs in. Every path runs one password comparison and every failure returns the same error (D16); only the audit log
   * has the reason.
   *
   * @throws DomainError invalid_credentials; rate_limited when too many comparisons are queued
   */
  async signIn(credentials: LocalCredentials, origin: SignInOrigin): Promise<SignedIn> {
    const email = credentials.email || null;
    const password = credentials.password || null;
    const { account, matches } = await this.accounts.check(email, password);
    if (email === null || password === null) return this.deny('missing_fields', account?.id ?? null);
    if (!account) return this.deny('user_not_found', null);
    if (account.disabled) return this.deny('user_disabled', account.id);
    if (account.locked) return this.deny('account_locked', account.id);
    if (!matches) return this.denyWrongPassword(account.id);
    return this.admit(account.id, account.passwordHash, origin);
  }

  private async deny(kind: LoginFailure, userId: string | null): Promise<never> {
    return this.audit.refuse(authErrors.invalidCredentials(), authEvents.loginDenied(kind, userId));
  }

  private async denyWrongPassword(id: string): Promise<never> {
    await this.database.transaction(async (tx) => {
      const failure = await this.accounts.countFailure(tx, id);
      if (!failure) return this.audit.record(tx, authEvents.loginDenied('account_locked', id));
      const count = failure.failedLoginCount;
      await this.audit.record(
        tx,
        authEvents.loginDenied('wrong_password', id, { failed_login_count: count }),
      );
      if (failure.lockedNow) await this.audit.record(tx, authEvents.lockoutApplied(id, count));
    });
    throw authErrors.invalidCredentials();
  }

  /** Checks again that the account is neither locked nor disabled, which may have changed during the password comparison. */
  private async admit(userId: string, passwordHash: string, origin: SignInOrigin): Promise<SignedIn> {
    const admitted = await this.database.transaction(async (tx) => {
      if (!(await this.accounts.countSuccess(tx, userId, passwordHash))) return 'account_locked';
      const session = await this.sessions.mint(tx, userId, origin);
      const user = session && (await this.users.find(tx, userId));
      if (!user) return 'user_disabled';
      await this.audit.record(
        tx,
        authEvents.loginSucceeded(user.id, session.id),
        authEvents.breakGlass(user.id, session.id, origin),
      );
      return { session, user };
    });
    if (typeof admitted === 'string') return this.deny(admitted, userId);
    return { ...admitted, ...(await this.sessions.tokenOf(admitted.session)) };
  }
}
