import { type Place, type Scope, scopeCovers } from '#libs/permissions';

/** What is read of a grant here. */
export interface HeldGrant {
  readonly user_id: string;
  readonly role_id: string;
  readonly role_name: string;
  readonly scope: Scope;
}

/** What a move changes for one person. */
export interface CoverageChange {
  readonly userId: string;
  readonly roles: readonly string[];
}

/** Who holds which role there after a move and not before, and the other way round. */
export interface CoverageChanges {
  readonly gain: readonly CoverageChange[];
  readonly lose: readonly CoverageChange[];
}

/** Returns what changes for people in a place that is moved: by the grants that cover it before and after. */
export function coverageChanges(grants: readonly HeldGrant[], before: Place, after: Place): CoverageChanges {
  const [then, later] = [before, after].map((place) =>
    grants.filter(({ scope }) => scopeCovers(scope, place)),
  );
  return { gain: byPerson(later!, then!), lose: byPerson(then!, later!) };
}

/** The roles that people hold by these grants and not by those. */
function byPerson(these: readonly HeldGrant[], those: readonly HeldGrant[]): CoverageChange[] {
  const held = new Set(those.map(({ user_id, role_id }) => `${user_id} ${role_id}`));
  const people = new Map<string, Set<string>>();
  for (const { user_id, role_id, role_name } of these) {
    if (held.has(`${user_id} ${role_id}`)) continue;
    people.set(user_id, (people.get(user_id) ?? new Set()).add(role_name));
  }
  return [...people].map(([userId, roles]) => ({ userId, roles: [...roles] }));
}
