import type { Actor, AuditEvent } from '#libs/audit';
import type { AssignmentRow } from './assignments.store.js';
import type { RoleRow } from './roles.store.js';

/** The audit events of roles and grants (D82). */
export const rbacEvents = {
  roleCreated: (actor: Actor, role: RoleRow) =>
    onRole(actor, 'role.create', role, { name: role.name, permissions: role.permissions }),
  roleUpdated: (
    actor: Actor,
    role: RoleRow,
    change: { added: readonly string[]; removed: readonly string[] },
  ) => onRole(actor, 'role.update', role, { name: role.name, ...change }),
  roleDeleted: (actor: Actor, role: RoleRow) => onRole(actor, 'role.delete', role, { name: role.name }),
  granted: (actor: Actor, assignment: AssignmentRow) => onAssignment(actor, 'user_role.grant', assignment),
  revoked: (actor: Actor, assignment: AssignmentRow) => onAssignment(actor, 'user_role.revoke', assignment),
} as const;

function onRole(actor: Actor, action: string, role: RoleRow, metadata: Record<string, unknown>): AuditEvent {
  return { actor, action, resource: `role:${role.id}`, status: 'success', metadata };
}

function onAssignment(actor: Actor, action: string, assignment: AssignmentRow): AuditEvent {
  const { user_id, role_id, role_name, scope, granted_by } = assignment;
  const metadata = { user_id, role_id, role_name, scope, granted_by };
  return { actor, action, resource: `user_role:${assignment.id}`, status: 'success', metadata };
}
