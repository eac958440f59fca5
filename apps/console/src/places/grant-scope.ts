import type { components } from '@countersign/client';
import { holdsAnywhere, type Permission, type Scope, scopeCovers } from '#libs/permissions';
import { type TeamPlace, teamIdsOf } from './team-tree.js';

type Project = Pick<components['schemas']['ProjectResponse'], 'id' | 'team_id'>;
export type ScopeKind = 'everywhere' | 'team' | 'project';

/** Roles that are never granted everywhere, and the scopes that they take. As in libs/rbac. */
const SCOPED_ROLES: ReadonlyMap<string, readonly ScopeKind[]> = new Map([
  ['value_provider', ['team']],
  ['provider_connection_binder', ['team', 'project']],
  ['policy_author', ['team', 'project']],
]);

/** Whether a permission has an effect in a grant of this scope. */
export function countsIn(scope: Scope, permission: string): boolean {
  const known = permission as Permission;
  return holdsAnywhere([{ permission: known, scope }], known);
}

/** Returns the kinds of scope that a role can be granted with. */
export function scopesOf(roleName: string): readonly ScopeKind[] {
  return SCOPED_ROLES.get(roleName) ?? ['everywhere', 'team', 'project'];
}

/** Returns what a grant of this scope covers: a team with all below it and their projects, one project, or all. */
export function coveredBy<T extends TeamPlace, P extends Project>(
  scope: Scope,
  teams: readonly T[],
  projects: readonly P[],
): { readonly teams: readonly T[]; readonly projects: readonly P[] } {
  const above = new Map(teams.map(({ id }) => [id, teamIdsOf(teams, id)]));
  const teamIds = (id: string | null): readonly string[] => above.get(id ?? '') ?? [];
  return {
    teams: teams.filter(({ id }) => scopeCovers(scope, { projectId: null, teamIds: teamIds(id) })),
    projects: projects.filter(({ id, team_id: team }) =>
      scopeCovers(scope, { projectId: id, teamIds: teamIds(team) }),
    ),
  };
}

/** Returns how the address names where a grant counts. */
export function placeOf({ team_id: team, project_id: project }: Scope): string {
  if (project !== undefined) return `project:${project}`;
  return team === undefined ? 'everywhere' : `team:${team}`;
}

/** Returns the scope that the address names; undefined for a kind alone, as in `team:`. */
export function scopeAt(place: string): Scope | undefined {
  const [kind, id] = place.split(':');
  if (kind === 'everywhere') return {};
  if (id === undefined || id === '') return undefined;
  return kind === 'project' ? { project_id: id } : { team_id: id };
}
