import { Injectable } from '@nestjs/common';
import { Database, listRows, type Sql } from '#libs/database';
import { cursorColumn, type Page, type PageRequest } from '#libs/core';
import { emailKey } from './email-key.js';
import { type User, USER_COLUMNS } from './user.js';

/** A user in a list, with its position for the next page's cursor. */
export type ListedUser = User & { readonly cursor_at: string };

/** Reads users, for the interface and other contexts. */
@Injectable()
export class UserReadModel {
  constructor(private readonly database: Database) {}

  async find(db: Sql, id: string): Promise<User | null> {
    const rows = await db.query<User>(`SELECT ${USER_COLUMNS} FROM users WHERE id = $1`, [id]);
    return rows[0] ?? null;
  }

  async exists(db: Sql, id: string): Promise<boolean> {
    return (await this.find(db, id)) !== null;
  }

  /** Returns whether there is any local account (D88). */
  async anyLocalExists(): Promise<boolean> {
    return (await this.database.query(`SELECT FROM users WHERE kind = 'local' LIMIT 1`)).length > 0;
  }

  /** Returns one page, oldest first. @param filter.email any variant; several accounts may share an e-mail (D81) */
  async list(filter: { email?: string }, page: PageRequest): Promise<Page<ListedUser>> {
    const byEmail = filter.email !== undefined;
    return listRows<ListedUser>(
      this.database,
      {
        source: `SELECT ${USER_COLUMNS}, ${cursorColumn('users.created_at')} FROM users`,
        where: byEmail ? ['users.email_key = $1'] : [],
        parameters: byEmail ? [emailKey(filter.email ?? '')] : [],
        table: 'users',
      },
      page,
    );
  }
}
