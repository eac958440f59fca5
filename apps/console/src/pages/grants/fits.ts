import type { Scope } from '#libs/permissions';
import { type Grant, type Origin, originOf } from '../../api/queries/grants.js';

/** What the list is narrowed to. */
export interface GrantsFilter {
  readonly user_id?: string;
  readonly role_id?: string;
  /** `everywhere`, `team:<id>` or `project:<id>`; anything else fits no grant. */
  readonly at?: string;
  readonly origin?: Origin;
}

/** The filter, and `new` while a grant is being made. */
export type GrantsSearch = GrantsFilter & { readonly new?: 'yes' };

/** Returns how the address names where a grant counts. */
function placeOf({ team_id: team, project_id: project }: Scope): string {
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

/** Whether a grant is one of those that the filter leaves, by what the service can't filter. */
export function fits(grant: Grant, { at, origin }: GrantsFilter): boolean {
  return (
    (at === undefined || placeOf(grant.scope) === at) && (origin === undefined || originOf(grant) === origin)
  );
}
