import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { type User, USER_COLUMNS } from './user.js';

/** Writes users of both kinds. */
@Injectable()
export class UserStore {
  /**
   * Locks the user until the transaction ends; null when there is none. Every change to a user takes this lock first.
   */
  async lock(tx: Tx, id: string): Promise<User | null> {
    const rows = await tx.query<User>(`SELECT ${USER_COLUMNS} FROM users WHERE id = $1 FOR NO KEY UPDATE`, [
      id,
    ]);
    return rows[0] ?? null;
  }

  async setDisplayName(tx: Tx, id: string, displayName: string | null): Promise<User> {
    const rows = await tx.query<User>(
      `UPDATE users SET display_name = $2, updated_at = clock_timestamp() WHERE id = $1 RETURNING ${USER_COLUMNS}`,
      [id, displayName],
    );
    return rows[0]!;
  }

  async setDisabled(tx: Tx, id: string, disabled: boolean): Promise<User> {
    const rows = await tx.query<User>(
      `UPDATE users SET disabled = $2, updated_at = clock_timestamp() WHERE id = $1 RETURNING ${USER_COLUMNS}`,
      [id, disabled],
    );
    return rows[0]!;
  }
}
