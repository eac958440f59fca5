import { DomainError } from '#libs/core';

/** Errors of changing roles and grants. */
export const rbacErrors = {
  roleNotFound: () => new DomainError('role_not_found', 'not_found', 'Role not found.'),
  roleNameExists: () =>
    new DomainError('role_name_exists', 'conflict', 'A role with this name already exists.'),
  roleInUse: () => new DomainError('role_in_use', 'conflict', 'This role is still assigned.'),
  systemRow: () => new DomainError('system_row', 'conflict', 'A system role cannot be deleted.'),
  permissionUnknown: (unknown: readonly string[]) =>
    new DomainError('permission_unknown', 'invalid', 'Unknown permission.', { unknown }),
  assignmentNotFound: () => new DomainError('assignment_not_found', 'not_found', 'Assignment not found.'),
  assignmentExists: () =>
    new DomainError('assignment_exists', 'conflict', 'The user already has this role in this scope.'),
  scopeRequired: () =>
    new DomainError('scope_required', 'invalid', 'This role can be granted only within a team or project.'),
  scopeInvalid: () =>
    new DomainError('scope_invalid', 'invalid', 'A scope is empty, or names one project_id or one team_id.'),
  grantExceedsOwn: () =>
    new DomainError('grant_exceeds_own', 'forbidden', 'You cannot grant permissions that you do not hold.'),
  lastAdmin: () =>
    new DomainError(
      'last_admin',
      'conflict',
      'Someone has to keep user_role.edit, and someone role.edit, without a scope.',
    ),
} as const;
