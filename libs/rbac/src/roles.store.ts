import { Injectable } from '@nestjs/common';
import type { Permission } from '#libs/permissions';
import type { Tx } from '#libs/database';
import { cursorColumn, versionOf } from '#libs/core';

export interface RoleRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly permissions: readonly Permission[];
  readonly is_system: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly cursor_at: string;
}

export interface NewRole {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly permissions: readonly Permission[];
}

export const ROLE_COLUMNS = `id, name, description, permissions, is_system, created_at, updated_at,
  ${cursorColumn('created_at')}`;

/** Returns the version of a role. */
export const roleVersion = (row: RoleRow): string =>
  versionOf([row.id, row.name, row.description, row.permissions, row.updated_at]);

/** Writes roles. */
@Injectable()
export class RoleStore {
  /** Inserts a role. @returns null when the name is taken */
  async insert(tx: Tx, role: NewRole): Promise<RoleRow | null> {
    const sql = `INSERT INTO roles (id, name, description, permissions) VALUES ($1, $2, $3, $4)
      ON CONFLICT ON CONSTRAINT uq_roles_name DO NOTHING RETURNING ${ROLE_COLUMNS}`;
    const values = [role.id, role.name, role.description, role.permissions];
    return (await tx.query<RoleRow>(sql, values))[0] ?? null;
  }

  /** Locks the role FOR UPDATE, against changes and new grants. */
  async lock(tx: Tx, id: string): Promise<RoleRow | null> {
    return (
      (await tx.query<RoleRow>(`SELECT ${ROLE_COLUMNS} FROM roles WHERE id = $1 FOR UPDATE`, [id]))[0] ?? null
    );
  }

  /** Locks the role FOR SHARE: its permissions can't change until the transaction ends. */
  async lockForShare(tx: Tx, id: string): Promise<RoleRow | null> {
    return (
      (await tx.query<RoleRow>(`SELECT ${ROLE_COLUMNS} FROM roles WHERE id = $1 FOR SHARE`, [id]))[0] ?? null
    );
  }

  async setPermissions(tx: Tx, id: string, permissions: readonly Permission[]): Promise<RoleRow> {
    const sql = `UPDATE roles SET permissions = $2, updated_at = clock_timestamp() WHERE id = $1 RETURNING ${ROLE_COLUMNS}`;
    return (await tx.query<RoleRow>(sql, [id, permissions]))[0] as RoleRow;
  }

  async isGranted(tx: Tx, id: string): Promise<boolean> {
    return (await tx.query('SELECT 1 FROM user_roles WHERE role_id = $1 LIMIT 1', [id])).length > 0;
  }

  async remove(tx: Tx, id: string): Promise<void> {
    await tx.query('DELETE FROM roles WHERE id = $1', [id]);
  }
}
