import { Allow, IsIn } from 'class-validator';
import { AGE_ORDERS, type AgeOrder } from '#libs/database';
import type { Scope } from '#libs/permissions';
import { type AssignmentFilter, type AssignmentRow, GRANT_ORIGINS, type GrantOrigin } from '#libs/rbac';
import { IfPresent, IsId } from '../http/fields.js';
import { PageQuery } from '../http/page.dto.js';

export class GrantRoleBody {
  @IsId()
  user_id: string;

  @IsId()
  role_id: string;

  /**
   * One project, or one team with its descendants; absent or `{}` for a global scope. Validated as a whole by the service,
   * so that no unknown member is dropped and leaves a wider scope.
   */
  @Allow()
  scope?: unknown;
}

export class UserRolesQuery extends PageQuery {
  @IfPresent()
  @IsId()
  user_id?: string;

  @IfPresent()
  @IsId()
  role_id?: string;

  /** Grants scoped to this project, without team and global grants that also cover it. */
  @IfPresent()
  @IsId()
  project_id?: string;

  /** Grants scoped to this team. */
  @IfPresent()
  @IsId()
  team_id?: string;

  /** Global grants. */
  @IfPresent()
  @IsIn(['global'])
  scope?: 'global';

  /** Granted by a user, by the identity provider at sign-in, or by the service at its first start. */
  @IfPresent()
  @IsIn(GRANT_ORIGINS)
  origin?: GrantOrigin;

  /** Oldest first, or newest first (`-created_at`). */
  @IfPresent()
  @IsIn(AGE_ORDERS)
  order?: AgeOrder;

  filter(): AssignmentFilter {
    const { user_id, role_id, project_id, team_id, scope, origin } = this;
    const place = { projectId: project_id, teamId: team_id, isGlobal: scope === 'global' };
    return { userId: user_id, roleId: role_id, ...place, origin };
  }
}

export class AssignmentResponse {
  id: string;
  user_id: string;
  role_id: string;
  role_name: string;
  scope: Scope;
  granted_by: string;
  created_at: string;

  static of(this: void, row: AssignmentRow): AssignmentResponse {
    const { id, user_id, role_id, role_name, scope, granted_by } = row;
    return { id, user_id, role_id, role_name, scope, granted_by, created_at: row.created_at.toISOString() };
  }
}
