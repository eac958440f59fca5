import { isScopable, type Permission } from './permission.js';

/** Where a grant applies: globally (`{}`), in one project, or in one team's subtree. */
export type Scope = { readonly project_id?: string; readonly team_id?: string };

/** A permission that a user holds, with its scope. */
export interface Grant {
  readonly permission: Permission;
  readonly scope: Scope;
}

/**
 * What a grant may cover: a project with the teams above it, or a team. `teamIds` holds the team and all its
 * ancestors; it is empty for a project without a team.
 */
export interface Place {
  readonly projectId: string | null;
  readonly teamIds: readonly string[];
}

/**
 * Returns whether the scope covers the place: it is global, the same project, or a team at or above the place (D13).
 */
export function scopeCovers(scope: Scope, place: Place): boolean {
  if (scope.project_id !== undefined) return scope.project_id === place.projectId;
  if (scope.team_id !== undefined) return place.teamIds.includes(scope.team_id);
  return true;
}

/** Returns whether any grant has the permission, in whatever scope. */
export function holdsAnywhere(grants: readonly Grant[], permission: Permission): boolean {
  return grants.some((grant) => grant.permission === permission && counts(grant));
}

/** Returns whether a global grant has the permission. */
export function holdsGlobally(grants: readonly Grant[], permission: Permission): boolean {
  return grants.some((grant) => grant.permission === permission && isGlobal(grant.scope));
}

/** Returns whether a grant has the permission at the place. */
export function holdsAt(grants: readonly Grant[], permission: Permission, place: Place): boolean {
  return grants.some(
    (grant) => grant.permission === permission && counts(grant) && scopeCovers(grant.scope, place),
  );
}

/** Returns whether any grant, of any permission, applies at the place. */
export function isCovered(grants: readonly Grant[], place: Place): boolean {
  return grants.some((grant) => counts(grant) && scopeCovers(grant.scope, place));
}

/** Returns whether the scope is `{}`. */
export function isGlobal(scope: Scope): boolean {
  return scope.project_id === undefined && scope.team_id === undefined;
}

function counts(grant: Grant): boolean {
  return isGlobal(grant.scope) || isScopable(grant.permission);
}
