import { Injectable } from '@nestjs/common';
import { Database, listRows, prefixPattern, type Sql } from '#libs/database';
import { cursorColumn, type Page, type PageRequest } from '#libs/core';
import { emailKey } from './email-key.js';
import { ADMINISTERED_USER_COLUMNS, type AdministeredUser, type User, USER_COLUMNS } from './user.js';
import { usersErrors } from './users.errors.js';

/** A user in a list, with its position for the next page's cursor. */
export type ListedUser = AdministeredUser & { readonly cursor_at: string };

/** A user as others find them. */
export type Person = Pick<User, 'id' | 'email' | 'display_name'>;

/** Each half is an ordered index scan that stops after ten rows. */
const BY_PREFIX = `SELECT id, display_name, email FROM (
    (SELECT id, display_name, email FROM users WHERE email_key COLLATE "C" LIKE $1 AND kind <> 'workload'
      ORDER BY email_key COLLATE "C" LIMIT 10)
    UNION
    (SELECT id, display_name, email FROM users WHERE lower(display_name) COLLATE "C" LIKE $2 AND kind <> 'workload'
      ORDER BY lower(display_name) COLLATE "C" LIMIT 10)) found
  ORDER BY email, id LIMIT 10`;

/** Reads users, for the interface and other contexts. */
@Injectable()
export class UserReadModel {
  constructor(private readonly database: Database) {}

  async find(db: Sql, id: string): Promise<User | null> {
    const rows = await db.query<User>(`SELECT ${USER_COLUMNS} FROM users WHERE id = $1`, [id]);
    return rows[0] ?? null;
  }

  /** Returns a user, but no workload. @throws DomainError user_not_found */
  async get(id: string): Promise<AdministeredUser> {
    const [user] = await this.database.query<AdministeredUser>(
      `SELECT ${ADMINISTERED_USER_COLUMNS} FROM users WHERE id = $1 AND kind <> 'workload'`,
      [id],
    );
    if (!user) throw usersErrors.userNotFound();
    return user;
  }

  /** Returns whether there is a person of that id. */
  async exists(db: Sql, id: string): Promise<boolean> {
    const user = await this.find(db, id);
    return user !== null && user.kind !== 'workload';
  }

  /** Returns up to ten users whose e-mail or display name starts with the text, case-insensitive; ordered by e-mail. */
  async beginningWith(text: string): Promise<Person[]> {
    const patterns = [emailKey(text), text.toLowerCase()].map(prefixPattern);
    return this.database.query<Person>(BY_PREFIX, patterns);
  }

  /** Returns one page of people, oldest first. @param filter.email any variant; several accounts may share an e-mail (D81) */
  async list(filter: { email?: string }, page: PageRequest): Promise<Page<ListedUser>> {
    const byEmail = filter.email !== undefined;
    return listRows<ListedUser>(
      this.database.lists,
      {
        source: `SELECT ${ADMINISTERED_USER_COLUMNS}, ${cursorColumn('users.created_at')} FROM users`,
        where: [`users.kind <> 'workload'`, ...(byEmail ? ['users.email_key = $1'] : [])],
        parameters: byEmail ? [emailKey(filter.email ?? '')] : [],
        table: 'users',
      },
      page,
    );
  }
}
