import { Allow } from 'class-validator';
import type { Scope } from '#libs/permissions';
import type { AssignmentRow } from '#libs/rbac';
import { IfPresent, IsId } from '../http/fields.js';
import { PageQuery } from '../http/page.dto.js';

export class GrantRoleBody {
  @IsId()
  user_id: string;

  @IsId()
  role_id: string;

  /**
   * Absent or `{}`: everywhere. Kept as it came: the service reads it whole, so that nothing it does
   * not know is dropped on the way and leaves a wider scope behind.
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
