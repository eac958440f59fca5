import { placeOf } from '../../places/grant-scope.js';
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

/** Whether a grant is one of those that the filter leaves, by what the service can't filter. */
export function fits(grant: Grant, { at, origin }: GrantsFilter): boolean {
  return (
    (at === undefined || placeOf(grant.scope) === at) && (origin === undefined || originOf(grant) === origin)
  );
}
