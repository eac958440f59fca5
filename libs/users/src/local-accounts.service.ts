import { Injectable } from '@nestjs/common';
import { type Actor, Audit } from '#libs/audit';
import { newId } from '#libs/core';
import { Database, type Sql, type Tx, violates } from '#libs/database';
import { emailKey } from './email-key.js';
import { PasswordHasher } from './password-hasher.js';
import { type User, USER_COLUMNS } from './user.js';
import { usersErrors } from './users.errors.js';
import { usersEvents } from './users.events.js';

/** Five wrong passwords in a row lock the account for 15 minutes (specification, "Account lockout"). */
const THRESHOLD = 5;
const LOCK = `interval '15 minutes'`;
const NOT_LOCKED = '(locked_until IS NULL OR locked_until <= clock_timestamp())';

/** The columns that a sign-in decides on. */
interface LocalAccount {
  readonly id: string;
  readonly disabled: boolean;
  readonly locked: boolean;
  readonly passwordHash: string;
}

/** The result of counting one wrong password. */
interface FailureCount {
  readonly failedLoginCount: number;
  /** Whether this failure locked the account. */
  readonly lockedNow: boolean;
}

const SELECT_ACCOUNT = `SELECT u.id, u.disabled, c.password_hash AS "passwordHash",
    coalesce(c.locked_until > clock_timestamp(), false) AS locked
  FROM users u JOIN local_credentials c ON c.user_id = u.id`;

/** Creates local accounts, compares their passwords, and counts failures up to a lock. */
@Injectable()
export class LocalAccounts {
  constructor(
    private readonly database: Database,
    private readonly passwords: PasswordHasher,
    private readonly audit: Audit,
  ) {}

  /**
   * Finds the account of an e-mail, in any variant, and compares the password. Always runs exactly one bcrypt comparison, so that the
   * response time does not reveal whether the account exists (D16).
   *
   * @throws DomainError rate_limited when too many comparisons are queued
   */
  async check(
    email: string | null,
    password: string | null,
  ): Promise<{ account: LocalAccount | null; matches: boolean }> {
    const byEmail = `u.email_key = $1 AND u.kind = 'local'`;
    const account = email === null ? null : await this.find(byEmail, emailKey(email));
    return { account, matches: await this.passwords.matches(password, account?.passwordHash ?? null) };
  }

  /**
   * Finds the local account of a user and compares the password.
   *
   * @returns null for a user without one
   * @throws DomainError rate_limited when too many comparisons are queued
   */
  async checkOf(
    userId: string,
    password: string,
  ): Promise<{ account: LocalAccount; matches: boolean } | null> {
    const account = await this.find('u.id = $1', userId);
    return account && { account, matches: await this.passwords.matches(password, account.passwordHash) };
  }

  /**
   * Returns the hash to pass to {@link create}. bcrypt is slow: never call this inside a transaction.
   *
   * @throws RangeError for a password over 72 bytes
   */
  async hashPassword(password: string): Promise<string> {
    return this.passwords.hash(password);
  }

  /** Replaces the password. @returns false when the account is locked or its password has changed in the meantime */
  async replacePassword(tx: Tx, userId: string, oldHash: string, newHash: string): Promise<boolean> {
    const rows = await tx.query(
      `UPDATE local_credentials SET password_hash = $3, failed_login_count = 0, locked_until = NULL,
          updated_at = clock_timestamp()
        WHERE user_id = $1 AND password_hash = $2 AND ${NOT_LOCKED} RETURNING user_id`,
      [userId, oldHash, newHash],
    );
    return rows.length === 1;
  }

  /**
   * Counts a wrong password in one statement, so that concurrent failures reach the threshold exactly once (D17).
   *
   * @returns null when the account is already locked: nothing is counted and the lock is not extended
   */
  async countFailure(tx: Tx, userId: string): Promise<FailureCount | null> {
    const [row] = await tx.query<FailureCount>(
      `UPDATE local_credentials SET
          failed_login_count = CASE WHEN locked_until IS NULL THEN failed_login_count + 1 ELSE 1 END,
          locked_until = CASE WHEN locked_until IS NULL AND failed_login_count + 1 >= ${THRESHOLD}
            THEN clock_timestamp() + ${LOCK} END,
          updated_at = clock_timestamp()
        WHERE user_id = $1 AND ${NOT_LOCKED}
        RETURNING failed_login_count AS "failedLoginCount", locked_until IS NOT NULL AS "lockedNow"`,
      [userId],
    );
    return row ?? null;
  }

  /**
   * Resets the failure count after a correct password.
   *
   * @returns false when the account was locked or its password changed in the meantime
   */
  async countSuccess(tx: Tx, userId: string, passwordHash: string): Promise<boolean> {
    const rows = await tx.query(
      `UPDATE local_credentials SET failed_login_count = 0, locked_until = NULL, updated_at = clock_timestamp()
        WHERE user_id = $1 AND password_hash = $2 AND ${NOT_LOCKED} RETURNING user_id`,
      [userId, passwordHash],
    );
    return rows.length === 1;
  }

  /** Clears failure count and lock; a no-op for users without a local account. */
  async unlock(tx: Tx, userId: string): Promise<void> {
    await tx.query(
      `UPDATE local_credentials SET failed_login_count = 0, locked_until = NULL, updated_at = clock_timestamp()
        WHERE user_id = $1`,
      [userId],
    );
  }

  /** Returns whether there is any local account (D88). */
  async anyExists(db: Sql = this.database): Promise<boolean> {
    const rows = await db.query(`SELECT 1 FROM users WHERE kind = 'local' LIMIT 1`);
    return rows.length > 0;
  }

  /** Creates the account and records it. @throws DomainError email_exists */
  async create(
    tx: Tx,
    actor: Actor,
    account: { email: string; displayName: string | null; passwordHash: string },
  ): Promise<User> {
    const user = await this.insert(tx, { id: newId(), ...account });
    await this.audit.record(tx, usersEvents.created(actor, user.id, { kind: user.kind }));
    return user;
  }

  private async find(condition: string, value: string): Promise<LocalAccount | null> {
    const sql = `${SELECT_ACCOUNT} WHERE ${condition}`;
    return (await this.database.query<LocalAccount>(sql, [value]))[0] ?? null;
  }

  /** Inserts user and credential. @throws DomainError email_exists, also for a variant of the e-mail */
  private async insert(
    tx: Tx,
    account: { id: string; email: string; displayName: string | null; passwordHash: string },
  ): Promise<User> {
    try {
      const [user] = await tx.query<User>(
        `WITH made AS (
            INSERT INTO users (id, email, email_key, display_name, kind) VALUES ($1, $2, $3, $4, 'local') RETURNING *
          ), credential AS (
            INSERT INTO local_credentials (user_id, password_hash) VALUES ($1, $5)
          )
          SELECT ${USER_COLUMNS} FROM made`,
        [
          account.id,
          account.email.trim(),
          emailKey(account.email),
          account.displayName,
          account.passwordHash,
        ],
      );
      return user!;
    } catch (error) {
      throw violates(error, 'uq_users_local_email') ? usersErrors.emailExists() : error;
    }
  }
}
