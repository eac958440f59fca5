import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';

/** Ten consecutive failures, over all challenges, lock step-up for 15 minutes (D23). */
const THRESHOLD = 10;
const LOCK = `interval '15 minutes'`;
const NOT_LOCKED = '(mfa_locked_until IS NULL OR mfa_locked_until <= clock_timestamp())';

/** Counts step-up failures in the database, so that flushing the cache does not reset them. */
@Injectable()
export class StepUpFailureStore {
  constructor(private readonly database: Database) {}

  async isLocked(userId: string): Promise<boolean> {
    const rows = await this.database.query(`SELECT 1 FROM users WHERE id = $1 AND NOT ${NOT_LOCKED}`, [
      userId,
    ]);
    return rows.length > 0;
  }

  /**
   * Counts a failure in one statement.
   *
   * @returns null when already locked: nothing is counted and the lock is not extended
   */
  async countFailure(tx: Tx, userId: string): Promise<{ count: number; lockedNow: boolean } | null> {
    const [row] = await tx.query<{ count: number; lockedNow: boolean }>(
      `UPDATE users SET
          mfa_failed_count = CASE WHEN mfa_locked_until IS NULL THEN mfa_failed_count + 1 ELSE 1 END,
          mfa_locked_until = CASE WHEN mfa_locked_until IS NULL AND mfa_failed_count + 1 >= ${THRESHOLD}
            THEN clock_timestamp() + ${LOCK} END
        WHERE id = $1 AND ${NOT_LOCKED}
        RETURNING mfa_failed_count AS count, mfa_locked_until IS NOT NULL AS "lockedNow"`,
      [userId],
    );
    return row ?? null;
  }

  /** Resets the count after a success; false when step-up is locked. */
  async countSuccess(tx: Tx, userId: string): Promise<boolean> {
    const rows = await tx.query(
      `UPDATE users SET mfa_failed_count = 0, mfa_locked_until = NULL WHERE id = $1 AND ${NOT_LOCKED} RETURNING id`,
      [userId],
    );
    return rows.length === 1;
  }

  /** Clears the count and the lock, after the user's factors were removed. */
  async clear(tx: Tx, userId: string): Promise<void> {
    await tx.query('UPDATE users SET mfa_failed_count = 0, mfa_locked_until = NULL WHERE id = $1', [userId]);
  }
}
