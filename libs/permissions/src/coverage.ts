import { isScopable, type Permission } from './permission.js';

/** Where a grant holds: everywhere (`{}`), in one project, or in one team's subtree. */
export type Scope = { readonly project_id?: string; readonly team_id?: string };

/** One permission that someone holds, with the scope it holds in. */
export interface Grant {
  readonly permission: Permission;
  readonly scope: Scope;
}

/**
 * Something a grant may cover: a project (with the teams above it), or a team.
 * `teamIds` is the team itself and all its ancestors; empty for a project without a team.
 */
export interface Place {
  readonly projectId: string | null;
  readonly teamIds: readonly string[];
}

/** True when the scope reaches the place: global, the same project, or a team at or above it (D13). */
export function scopeCovers(scope: Scope, place: Place): boolean {
  if (scope.project_id !== undefined) return scope.project_id === place.projectId;
  if (scope.team_id !== undefined) return place.teamIds.includes(scope.team_id);
  return true;
}

/** True when any grant, whatever its scope, gives the permission. */
export function holdsAnywhere(grants: readonly Grant[], permission: Permission): boolean {
  return grants.some((grant) => grant.permission === permission && counts(grant));
}

/** True when a global grant gives the permission. */
export function holdsGlobally(grants: readonly Grant[], permission: Permission): boolean {
  return grants.some((grant) => grant.permission === permission && isGlobal(grant.scope));
}

/** True when a grant gives the permission over the place. */
export function holdsAt(grants: readonly Grant[], permission: Permission, place: Place): boolean {
  return grants.some(
    (grant) => grant.permission === permission && counts(grant) && scopeCovers(grant.scope, place),
  );
}

/** True when any grant, of whatever permission, counts at the place. */
export function isCovered(grants: readonly Grant[], place: Place): boolean {
  return grants.some((grant) => counts(grant) && scopeCovers(grant.scope, place));
}

/** True for the scope `{}`. */
export function isGlobal(scope: Scope): boolean {
  return scope.project_id === undefined && scope.team_id === undefined;
}

function counts(grant: Grant): boolean {
  return isGlobal(grant.scope) || isScopable(grant.permission);
}
