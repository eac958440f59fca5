import { Injectable } from '@nestjs/common';
import type { Permission, Scope } from '#libs/permissions';
import type { Tx } from '#libs/database';
import { cursorColumn } from '#libs/core';

export interface AssignmentRow {
  readonly id: string;
  readonly user_id: string;
  readonly role_id: string;
  readonly role_name: string;
  readonly scope: Scope;
  readonly granted_by: string;
  readonly created_at: Date;
  readonly cursor_at: string;
}

export interface NewAssignment {
  readonly id: string;
  readonly userId: string;
  readonly roleId: string;
  readonly scope: Scope;
  /** `user:<uuid>`, `system:oidc` or `system:bootstrap`. */
  readonly grantedBy: string;
}

/** Columns of an AssignmentRow, from `user_roles a JOIN roles r`. */
export const ASSIGNMENT_COLUMNS = `a.id, a.user_id, a.role_id, r.name AS role_name,
  json_strip_nulls(json_build_object('project_id', a.project_id, 'team_id', a.team_id)) AS scope,
  a.granted_by, a.created_at, ${cursorColumn('a.created_at')}`;

/** Writes grants: which user has which role in which scope. */
@Injectable()
export class AssignmentStore {
  /** Inserts a grant. @returns null when the user already has the role in that scope */
  async insert(tx: Tx, assignment: NewAssignment): Promise<AssignmentRow | null> {
    const { id, userId, roleId, scope, grantedBy } = assignment;
    const sql = `WITH a AS (
        INSERT INTO user_roles (id, user_id, role_id, project_id, team_id, granted_by) VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT DO NOTHING RETURNING *)
      SELECT ${ASSIGNMENT_COLUMNS} FROM a JOIN roles r ON r.id = a.role_id`;
    const values = [id, userId, roleId, scope.project_id ?? null, scope.team_id ?? null, grantedBy];
    return (await tx.query<AssignmentRow>(sql, values))[0] ?? null;
  }

  async lock(tx: Tx, id: string): Promise<(AssignmentRow & { permissions: readonly Permission[] }) | null> {
    const sql = `SELECT ${ASSIGNMENT_COLUMNS}, r.permissions FROM user_roles a JOIN roles r ON r.id = a.role_id
      WHERE a.id = $1 FOR UPDATE OF a`;
    return (await tx.query<AssignmentRow & { permissions: Permission[] }>(sql, [id]))[0] ?? null;
  }

  /** Removes every grant of a user. @returns what they were */
  async removeAll(tx: Tx, userId: string): Promise<AssignmentRow[]> {
    const sql = `WITH a AS (DELETE FROM user_roles WHERE user_id = $1 RETURNING *)
      SELECT ${ASSIGNMENT_COLUMNS} FROM a JOIN roles r ON r.id = a.role_id`;
    return tx.query<AssignmentRow>(sql, [userId]);
  }

  async remove(tx: Tx, id: string): Promise<void> {
    await tx.query('DELETE FROM user_roles WHERE id = $1', [id]);
  }
}
