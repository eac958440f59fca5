import {
  type Grant,
  holdsAt,
  holdsGlobally,
  type Permission,
  type Place,
  scopeCovers,
} from '#libs/permissions';

/**
 * Returns whether the caller may not grant these permissions at the place. A scoped `user_role.edit` only grants
 * within its scope, and only permissions that the caller holds there (D14).
 *
 * @param place what the new grant's scope covers; null for a global one
 */
export function grantExceedsOwn(
  caller: readonly Grant[],
  permissions: readonly Permission[],
  place: Place | null,
): boolean {
  if (holdsGlobally(caller, 'user_role.edit')) return false;
  if (place === null || !holdsAt(caller, 'user_role.edit', place)) return true;
  return !permissions.every((permission) => isHeldWithin(caller, permission, place));
}

/** Returns whether the caller's `user_role.edit` does not cover the grant to be revoked (D92). */
export function revocationExceedsOwn(caller: readonly Grant[], place: Place | null): boolean {
  if (holdsGlobally(caller, 'user_role.edit')) return false;
  return place === null || !holdsAt(caller, 'user_role.edit', place);
}

/**
 * Returns whether the caller may not add these permissions to a role: that would hand them to every user with the
 * role (D14). Under the strict profile the same holds for removing them (D95 e). A global user_role.edit is exempt:
 * its holder could grant themselves the permission, and revoke the role from every user.
 */
export function roleExceedsOwn(caller: readonly Grant[], changed: readonly Permission[]): boolean {
  if (holdsGlobally(caller, 'user_role.edit')) return false;
  return !changed.every((permission) => holdsGlobally(caller, permission));
}

/**
 * Ignores that some permissions only count globally: otherwise no scoped holder could grant a role such as developer,
 * which carries one without effect.
 */
function isHeldWithin(caller: readonly Grant[], permission: Permission, place: Place): boolean {
  return caller.some((grant) => grant.permission === permission && scopeCovers(grant.scope, place));
}
