import type { Permission } from '#libs/permissions';
import { mayHoldSql } from './workload-permission.js';

/** Trusted SQL expressions for the ids of a project and its team. */
export interface PlaceSql {
  readonly projectId: string;
  readonly teamId: string;
}

/** A permission as SQL literal, or a choice of such literals. */
export type PermissionSql = `'${Permission}'` | `CASE ${string}`;

/**
 * Returns SQL that is true when the user is enabled and holds the permission at the place: holdsAt of
 * libs/permissions, for users other than the caller.
 *
 * @param userId a trusted SQL expression for the user's id
 * @param place null requires a global grant, like holdsGlobally
 * @param lock whether to lock user, grant and role until the transaction ends
 */
export function holdsSql(
  userId: string,
  permission: PermissionSql,
  place: PlaceSql | null,
  lock: 'for_share' | 'none' = 'none',
): string {
  return `EXISTS (SELECT FROM users hu JOIN user_roles hg ON hg.user_id = hu.id JOIN roles hr ON hr.id = hg.role_id
    WHERE hu.id = ${userId} AND NOT hu.disabled AND ${mayHoldSql('hu.kind', permission)}
      AND ${permission} = ANY (hr.permissions)
      AND ((hg.project_id IS NULL AND hg.team_id IS NULL)${place ? ` OR ${coversSql(place)}` : ''})${
        lock === 'for_share' ? '\n    FOR SHARE OF hu, hg, hr' : ''
      })`;
}

function coversSql({ projectId, teamId }: PlaceSql): string {
  return `hg.project_id = ${projectId} OR EXISTS (SELECT FROM team_closure hc
        WHERE hc.descendant_id = ${teamId} AND hc.ancestor_id = hg.team_id)`;
}
