import type { Permission } from '#libs/permissions';

/** SQL expressions, from our own code, for a project's id and its team's. */
export interface PlaceSql {
  readonly projectId: string;
  readonly teamId: string;
}

/**
 * SQL that is true when the user is active and a grant gives them the permission at the place: what coverage's holdsAt
 * says of a caller's grants, for people who aren't the caller.
 *
 * @param userId an SQL expression for the user's id, from our own code
 * @param place null: a global grant, as holdsGlobally asks for it
 * @param lock whether user, grant and role stay as they are until the transaction ends
 */
export function holdsSql(
  userId: string,
  permission: Permission,
  place: PlaceSql | null,
  lock: 'lock' | 'look' = 'look',
): string {
  return `EXISTS (SELECT FROM users hu JOIN user_roles hg ON hg.user_id = hu.id JOIN roles hr ON hr.id = hg.role_id
    WHERE hu.id = ${userId} AND NOT hu.disabled AND '${permission}' = ANY (hr.permissions)
      AND ((hg.project_id IS NULL AND hg.team_id IS NULL)${place ? ` OR ${coversSql(place)}` : ''})${
        lock === 'lock' ? '\n    FOR SHARE OF hu, hg, hr' : ''
      })`;
}

function coversSql({ projectId, teamId }: PlaceSql): string {
  return `hg.project_id = ${projectId} OR EXISTS (SELECT FROM team_closure hc
        WHERE hc.descendant_id = ${teamId} AND hc.ancestor_id = hg.team_id)`;
}
