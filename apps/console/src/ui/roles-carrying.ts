import type { Permission } from '../api/queries/me.js';
import type { Role } from '../api/queries/roles.js';

/** Returns the names of the roles that carry one of these permissions, by the alphabet. */
export function rolesCarrying(
  roles: readonly Pick<Role, 'name' | 'permissions'>[],
  anyOf: readonly Permission[],
): string[] {
  const carrying = roles.filter(({ permissions }) => anyOf.some((each) => permissions.includes(each)));
  return carrying.map(({ name }) => name).sort((one, other) => one.localeCompare(other));
}
