import { type Grant, holdsAt, holdsGlobally, type Place } from '#libs/permissions';
import { missingPermission, type Me, type Permission } from './queries/me.js';
import { messageOf } from './error-messages.js';

/** Returns why somebody can't do at a place what needs a permission there, as a sentence; null where a grant covers it. */
export function missingPermissionAt(me: Me, permission: Permission, place: Place): string | null {
  return holdsAt(grantsOf(me), permission, place) ? null : messageOf('permission_denied', { permission });
}

/** Returns why somebody can't do what needs a permission everywhere, as a sentence; null where they hold it so. */
export function missingGlobalPermission(me: Me, permission: Permission): string | null {
  if (holdsGlobally(grantsOf(me), permission)) return null;
  return missingPermission(me, permission) ?? `This requires ${permission} without a scope: yours has one.`;
}

function grantsOf({ permissions }: Me): readonly Grant[] {
  return permissions;
}
