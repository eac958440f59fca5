import { type Grant, holdsAt, holdsGlobally, type Place } from '#libs/permissions';
import { lacks, type Me, type Permission } from './queries/me.js';
import { sentenceOf } from './sentences.js';

/** Returns why somebody can't do at a place what needs a permission there, as a sentence; null where a grant covers it. */
export function lacksAt(me: Me, permission: Permission, place: Place): string | null {
  return holdsAt(grantsOf(me), permission, place) ? null : sentenceOf('permission_denied', { permission });
}

/** Returns why somebody can't do what needs a permission everywhere, as a sentence; null where they hold it so. */
export function lacksGlobally(me: Me, permission: Permission): string | null {
  if (holdsGlobally(grantsOf(me), permission)) return null;
  return lacks(me, permission) ?? `This requires ${permission} without a scope: yours has one.`;
}

function grantsOf({ permissions }: Me): readonly Grant[] {
  return permissions;
}
