type Claims = Readonly<Record<string, unknown>>;

/**
 * The groups of a user. `elsewhere`: too many for the token, which has an overage marker instead; `malformed`: the
 * claim has an unexpected form. Neither means an empty list (D20).
 */
export type GroupClaim =
  | { readonly kind: 'groups'; readonly groups: readonly string[] }
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'malformed' };

/** Returns the groups. @param name the configured groups claim */
export function readGroupClaim(claims: Claims, name: string): GroupClaim {
  if (Object.hasOwn(claims, name)) return present(claims[name]);
  return hasOverageMarker(claims, name) ? { kind: 'elsewhere' } : { kind: 'groups', groups: [] };
}

/** Returns the roles that the groups map to; unmapped groups map to none. */
export function rolesOfGroups(groups: readonly string[], map: Readonly<Record<string, string>>): string[] {
  const mapped = groups.filter((group) => Object.hasOwn(map, group)).map((group) => map[group]!);
  return [...new Set(mapped)];
}

function present(value: unknown): GroupClaim {
  const list: unknown = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(list) || !list.every((group) => typeof group === 'string')) return { kind: 'malformed' };
  return { kind: 'groups', groups: list };
}

/** Detects distributed claims (OpenID Connect Core §5.6.2), or the flag that some providers set instead. */
function hasOverageMarker(claims: Claims, name: string): boolean {
  const names = claims._claim_names;
  if (typeof names === 'object' && names !== null && Object.hasOwn(names, name)) return true;
  return Object.hasOwn(claims, 'hasgroups') && claims.hasgroups !== false;
}
