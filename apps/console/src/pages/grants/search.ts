import type { GrantsFilter, Origin } from '../../api/queries/grants.js';
import { idOf } from '../../app/search.js';
import { scopeAt } from '../../places/grant-scope.js';

/** What the list is narrowed to, as the address has it. */
export interface GrantsChoice {
  readonly user_id?: string;
  readonly role_id?: string;
  /** `everywhere`, `team:<id>` or `project:<id>`. */
  readonly at?: string;
  readonly origin?: Origin;
}

/** The choice, and `new` while a grant is being made. */
export type GrantsSearch = GrantsChoice & { readonly new?: 'yes' };

/** Returns a place of the address. */
export function placeIn(raw: unknown): string | undefined {
  if (raw === 'everywhere') return raw;
  const [kind, id] = typeof raw === 'string' ? raw.split(':') : [];
  return (kind === 'team' || kind === 'project') && idOf(id) !== undefined ? `${kind}:${id}` : undefined;
}

/** Returns the choice as the service takes it. */
export function filterOf({ at, ...rest }: GrantsChoice): GrantsFilter {
  if (at === undefined) return rest;
  return at === 'everywhere' ? { ...rest, scope: 'global' } : { ...rest, ...scopeAt(at) };
}
