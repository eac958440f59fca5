import type { Scope } from '#libs/permissions';
import { rbacErrors } from '../rbac.errors.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Returns the scope of a new grant. Absent and `{}` mean global; a malformed scope never does (D78).
 *
 * @throws DomainError scope_invalid for null, other shapes, other keys, two keys or a malformed id
 */
export function parseScope(input: unknown): Scope {
  if (input === undefined) return {};
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw rbacErrors.scopeInvalid();
  const members = Object.entries(input);
  const [member] = members;
  if (member === undefined) return {};
  const [key, id] = member as [string, unknown];
  if (members.length > 1 || typeof id !== 'string' || !UUID.test(id)) throw rbacErrors.scopeInvalid();
  if (key === 'project_id') return { project_id: id.toLowerCase() };
  if (key === 'team_id') return { team_id: id.toLowerCase() };
  throw rbacErrors.scopeInvalid();
}
