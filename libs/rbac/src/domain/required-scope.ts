import type { Scope } from '#libs/permissions';

type ScopeKey = 'project_id' | 'team_id';

/** Seed roles that must not be granted globally, and the scopes that they accept (D13). */
const REQUIRED: ReadonlyMap<string, readonly ScopeKey[]> = new Map([
  ['value_provider', ['team_id']],
  ['provider_connection_binder', ['team_id', 'project_id']],
  ['policy_author', ['team_id', 'project_id']],
]);

/** Returns whether the role can only be granted with a scope of another kind. */
export function lacksRequiredScope(roleName: string, scope: Scope): boolean {
  const keys = REQUIRED.get(roleName);
  return keys !== undefined && !keys.some((key) => scope[key] !== undefined);
}
