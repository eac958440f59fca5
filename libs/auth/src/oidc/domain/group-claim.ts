type Claims = Readonly<Record<string, unknown>>;

/**
 * What claims say about somebody's groups. `elsewhere`: there were too many for the token and a marker stands
 * in their place; `malformed`: the claim has a form that says nothing. Neither is an empty list (D20).
 */
export type GroupClaim =
  | { readonly kind: 'groups'; readonly groups: readonly string[] }
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'malformed' };

/** @param name the configured groups claim */
export function readGroupClaim(claims: Claims, name: string): GroupClaim {
  if (Object.hasOwn(claims, name)) return present(claims[name]);
  return hasOverageMarker(claims, name) ? { kind: 'elsewhere' } : { kind: 'groups', groups: [] };
}

/** The names of the roles that the groups stand for; groups that are not mapped stand for none. */
export function rolesOfGroups(groups: readonly string[], map: Readonly<Record<string, string>>): string[] {
  const mapped = groups.filter((group) => Object.hasOwn(map, group)).map((group) => map[group]!);
  return [...new Set(mapped)];
}

function present(value: unknown): GroupClaim {
  const list: unknown = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(list) || !list.every((group) => typeof group === 'string')) return { kind: 'malformed' };
  return { kind: 'groups', groups: list };
}

/** Distributed claims (OpenID Connect Core §5.6.2), or the flag that some providers set instead. */
function hasOverageMarker(claims: Claims, name: string): boolean {
  const names = claims._claim_names;
  if (typeof names === 'object' && names !== null && Object.hasOwn(names, name)) return true;
  return Object.hasOwn(claims, 'hasgroups') && claims.hasgroups !== false;
}
