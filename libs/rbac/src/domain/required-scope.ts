import type { Scope } from '#libs/permissions';

type ScopeKey = 'project_id' | 'team_id';

/** Seed roles that make no sense everywhere, and the scopes that they take (D13). */
const REQUIRED: ReadonlyMap<string, readonly ScopeKey[]> = new Map([
  ['value_provider', ['team_id']],
  ['provider_connection_binder', ['team_id', 'project_id']],
  ['policy_author', ['team_id', 'project_id']],
]);

/** True when the role of this name is granted only with a scope that the given one is not. */
export function lacksRequiredScope(roleName: string, scope: Scope): boolean {
  const keys = REQUIRED.get(roleName);
  return keys !== undefined && !keys.some((key) => scope[key] !== undefined);
}
