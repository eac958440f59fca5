import { countsIn } from '../../places/grant-scope.js';
import type { Grant } from '../../api/queries/grants.js';
import type { CatalogEntry, Role } from '../../api/queries/roles.js';

/** A permission of the catalog with the grants that a person has it from. */
export interface EffectivePermission {
  readonly entry: CatalogEntry;
  /** Those that give it. */
  readonly from: readonly Grant[];
  /** Those whose role has it, but whose scope is too narrow for it to count. */
  readonly without: readonly Grant[];
}

/** Returns what a person may do, in the catalog's order: each permission with the grants that it comes from. */
export function effectivePermissions(
  grants: readonly Grant[],
  roles: readonly Pick<Role, 'id' | 'permissions'>[],
  catalog: readonly CatalogEntry[],
): readonly EffectivePermission[] {
  const permitted = new Map(roles.map(({ id, permissions }) => [id, permissions]));
  return catalog.flatMap((entry) => {
    const all = grants.filter(({ role_id: id }) => permitted.get(id)?.includes(entry.permission));
    const counts = ({ scope }: Grant): boolean => countsIn(scope, entry.permission);
    const [from, without] = [all.filter(counts), all.filter((grant) => !counts(grant))];
    return all.length === 0 ? [] : [{ entry, from, without }];
  });
}
