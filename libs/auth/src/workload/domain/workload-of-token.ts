import { type ClaimsMatch, claimsMatch } from './claims-match.js';
import type { UnverifiedToken } from './read-token.js';

interface Registered {
  readonly name: string;
  readonly audience: string;
  readonly claims: ClaimsMatch;
  readonly disabled: boolean;
}

export type NoWorkload =
  'issuer_unknown' | 'audience_unknown' | 'claims_mismatch' | 'workload_ambiguous' | 'workload_disabled';

/**
 * Returns the one registration that matches the token, or why there is none. If several match, the caller must name one.
 *
 * @param registered the registrations of the token's issuer
 * @param wanted the name given by the caller, or null
 */
export function workloadOfToken<Workload extends Registered>(
  { audiences, claims }: UnverifiedToken,
  registered: readonly Workload[],
  wanted: string | null,
): Workload | NoWorkload {
  if (registered.length === 0) return 'issuer_unknown';
  const addressed = registered.filter(({ audience }) => audiences.includes(audience));
  if (addressed.length === 0) return 'audience_unknown';
  const matching = addressed.filter(
    (one) => (wanted === null || one.name === wanted) && claimsMatch(one.claims, claims),
  );
  if (matching.length === 0) return 'claims_mismatch';
  const enabled = matching.filter(({ disabled }) => !disabled);
  if (enabled.length > 1) return 'workload_ambiguous';
  return enabled[0] ?? 'workload_disabled';
}
