import { Injectable } from '@nestjs/common';
import { type AgeOrder, byAge, Database, listRows } from '#libs/database';
import type { Page, PageRequest } from '#libs/core';
import { UserReadModel, usersErrors } from '#libs/users';
import { ASSIGNMENT_COLUMNS, type AssignmentRow } from './assignments.store.js';
import { rbacErrors } from './rbac.errors.js';
import { ROLE_COLUMNS, type RoleRow } from './roles.store.js';

export interface AssignmentFilter {
  readonly userId?: string;
  readonly roleId?: string;
  /** Scoped to this project itself. */
  readonly projectId?: string;
  /** Scoped to this team itself. */
  readonly teamId?: string;
  /** Global grants only. */
  readonly isGlobal?: boolean;
  readonly origin?: GrantOrigin;
}

/** Who granted a role: a user, the identity provider at sign-in, or the service at its first start. */
export const GRANT_ORIGINS = ['manual', 'oidc', 'bootstrap'] as const;
export type GrantOrigin = (typeof GRANT_ORIGINS)[number];

/** The expression that ix_user_roles_origin_created indexes. */
const ORIGIN = `(CASE a.granted_by WHEN 'system:oidc' THEN 'oidc' WHEN 'system:bootstrap' THEN 'bootstrap' ELSE 'manual' END)`;

/** Reads roles and grants; any signed-in user may see them. */
@Injectable()
export class RbacReadModel {
  constructor(
    private readonly database: Database,
    private readonly users: UserReadModel,
  ) {}

  async listRoles(page: PageRequest): Promise<Page<RoleRow>> {
    const source = `SELECT ${ROLE_COLUMNS} FROM roles`;
    return listRows(this.database, { source, table: 'roles', where: [], parameters: [] }, page);
  }

  /** Returns the role. @throws DomainError role_not_found */
  async getRole(id: string): Promise<RoleRow> {
    const [role] = await this.database.query<RoleRow>(`SELECT ${ROLE_COLUMNS} FROM roles WHERE id = $1`, [
      id,
    ]);
    if (!role) throw rbacErrors.roleNotFound();
    return role;
  }

  async listAssignments(
    filter: AssignmentFilter,
    page: PageRequest,
    order: AgeOrder = 'created_at',
  ): Promise<Page<AssignmentRow>> {
    const named = [
      ['a.user_id', filter.userId],
      ['a.role_id', filter.roleId],
      ['a.project_id', filter.projectId],
      ['a.team_id', filter.teamId],
      [ORIGIN, filter.origin],
    ].filter((pair): pair is [string, string] => pair[1] !== undefined);
    const where = named.map(([column], index) => `${column} = $${index + 1}`);
    if (filter.isGlobal) where.push('a.project_id IS NULL AND a.team_id IS NULL');
    const parameters = named.map(([, value]) => value);
    const source = `SELECT ${ASSIGNMENT_COLUMNS} FROM user_roles a JOIN roles r ON r.id = a.role_id`;
    const query = { source, table: 'a', where, parameters, order: byAge('a', order) };
    return listRows(this.database, query, page);
  }

  /** Returns one page of the user's grants. @throws DomainError user_not_found */
  async listAssignmentsOfUser(userId: string, page: PageRequest): Promise<Page<AssignmentRow>> {
    if (!(await this.users.exists(this.database, userId))) throw usersErrors.userNotFound();
    return this.listAssignments({ userId }, page);
  }
}
