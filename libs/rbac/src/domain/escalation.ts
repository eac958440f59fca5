import {
  type Grant,
  holdsAt,
  holdsGlobally,
  type Permission,
  type Place,
  scopeCovers,
} from '#libs/permissions';

/**
 * True when the caller may not give these permissions there: `user_role.edit` with a scope only
 * grants within that scope, and only permissions that the caller holds there (D14).
 *
 * @param place what the new grant's scope reaches; null for a global one
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

/** True when the caller's `user_role.edit` does not reach the grant that is to be taken away (D92). */
export function revocationExceedsOwn(caller: readonly Grant[], place: Place | null): boolean {
  if (holdsGlobally(caller, 'user_role.edit')) return false;
  return place === null || !holdsAt(caller, 'user_role.edit', place);
}

/**
 * True when the caller may not put these permissions into a role: someone who holds them in a scope,
 * or not at all, could give them to everybody who has the role (D14). Under the strict profile the same holds for taking
 * them out (D95 e). A global user_role.edit is above both: its holder can take the permission for themselves, and
 * could take the role from everybody one by one.
 */
export function roleExceedsOwn(caller: readonly Grant[], changed: readonly Permission[]): boolean {
  if (holdsGlobally(caller, 'user_role.edit')) return false;
  return !changed.every((permission) => holdsGlobally(caller, permission));
}

/**
 * A permission that counts only globally has no effect in a scoped grant. Whoever holds it so may
 * pass it on so: otherwise no scoped holder could grant a role that carries one, such as developer.
 */
function isHeldWithin(caller: readonly Grant[], permission: Permission, place: Place): boolean {
  return caller.some((grant) => grant.permission === permission && scopeCovers(grant.scope, place));
}
