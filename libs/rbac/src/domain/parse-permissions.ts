import { isPermission, type Permission, PERMISSION_CATALOG } from '#libs/permissions';
import { rbacErrors } from '../rbac.errors.js';

/**
 * Returns a role's permissions without duplicates, in the catalog's order.
 *
 * @throws DomainError permission_unknown with the unknown strings
 */
export function parsePermissions(texts: readonly string[]): Permission[] {
  const unknown = texts.filter((text) => !isPermission(text));
  if (unknown.length > 0) throw rbacErrors.permissionUnknown([...new Set(unknown)]);
  const asked = new Set(texts);
  return PERMISSION_CATALOG.map((entry) => entry.permission).filter((permission) => asked.has(permission));
}
