import { Injectable } from '@nestjs/common';
import { Database, type Tx, violates } from '#libs/database';
import { emailKey } from './email-key.js';
import { type User, USER_COLUMNS } from './user.js';
import { usersErrors } from './users.errors.js';

/** Five wrong passwords in a row lock the account for 15 minutes (specification, "Account lockout"). */
const THRESHOLD = 5;
const LOCK = `interval '15 minutes'`;
const NOT_LOCKED = '(locked_until IS NULL OR locked_until <= clock_timestamp())';

/** The columns that a sign-in decides on. */
export interface LocalAccount {
  readonly id: string;
  readonly disabled: boolean;
  readonly locked: boolean;
  readonly passwordHash: string;
}

/** The result of counting one wrong password. */
export interface FailureCount {
  readonly failedLoginCount: number;
  /** Whether this failure locked the account. */
  readonly lockedNow: boolean;
}

/** Stores local accounts with their password hashes, failure counts and locks. */
@Injectable()
export class LocalAccountStore {
  constructor(private readonly database: Database) {}

  /** Returns the local account of the e-mail, or null. Any variant of the e-mail finds it. */
  async find(email: string): Promise<LocalAccount | null> {
    const [row] = await this.database.query<LocalAccount>(
      `SELECT u.id, u.disabled, c.password_hash AS "passwordHash",
          coalesce(c.locked_until > clock_timestamp(), false) AS locked
        FROM users u JOIN local_credentials c ON c.user_id = u.id
        WHERE u.email_key = $1 AND u.kind = 'local'`,
      [emailKey(email)],
    );
    return row ?? null;
  }

  /** Returns the local account of a user, or null. */
  async ofUser(userId: string): Promise<LocalAccount | null> {
    const [row] = await this.database.query<LocalAccount>(
      `SELECT u.id, u.disabled, c.password_hash AS "passwordHash",
          coalesce(c.locked_until > clock_timestamp(), false) AS locked
        FROM users u JOIN local_credentials c ON c.user_id = u.id WHERE u.id = $1`,
      [userId],
    );
    return row ?? null;
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
  async anyExists(tx: Tx): Promise<boolean> {
    const rows = await tx.query(`SELECT 1 FROM users WHERE kind = 'local' LIMIT 1`);
    return rows.length > 0;
  }

  /** Inserts user and credential. @throws DomainError email_exists, also for a variant of the e-mail */
  async insert(
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
