import { ArrayMaxSize, IsArray, IsString, MaxLength } from 'class-validator';
import type { RoleRow } from '#libs/rbac';
import { IfPresent, IsDescription, IsName } from '../http/fields.js';

const MAX_PERMISSIONS = 100;
/** Longer than any permission of the catalog. */
const MAX_PERMISSION_LENGTH = 200;

export class RolePermissionsBody {
  /** Permissions of the catalog; an error lists the unknown ones. */
  @IsArray()
  @ArrayMaxSize(MAX_PERMISSIONS)
  @IsString({ each: true })
  @MaxLength(MAX_PERMISSION_LENGTH, { each: true })
  permissions: string[];
}

export class CreateRoleBody extends RolePermissionsBody {
  @IsName()
  name: string;

  @IfPresent()
  @IsDescription()
  description?: string;
}

export class RoleResponse {
  id: string;
  name: string;
  description: string;
  permissions: string[];
  is_system: boolean;
  created_at: string;
  updated_at: string;

  static of(this: void, row: RoleRow): RoleResponse {
    const { id, name, description, is_system } = row;
    const times = { created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() };
    return { id, name, description, permissions: [...row.permissions], is_system, ...times };
  }
}
