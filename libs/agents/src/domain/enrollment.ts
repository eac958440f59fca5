/** The stored state of a token. */
export interface TokenFacts {
  readonly consumed: boolean;
  readonly revoked: boolean;
  readonly expired: boolean;
}

export type EnrollmentRefusal = 'unauthorized' | 'consumed' | 'expired' | 'cluster_mismatch';

/** Returns whether the token can be consumed, by an agent of its cluster. */
export function isUsable(token: TokenFacts | null): boolean {
  return token !== null && !token.revoked && !token.consumed && !token.expired;
}

/**
 * Returns why a token was not consumed (D50, D80). An unknown and a revoked token get the same refusal; a consumed one
 * says so even after its expiry; the remaining cause is a cluster name that differs, which consumes nothing.
 */
export function enrollmentRefusal(token: TokenFacts | null): EnrollmentRefusal {
  if (!token || token.revoked) return 'unauthorized';
  if (token.consumed) return 'consumed';
  return token.expired ? 'expired' : 'cluster_mismatch';
}
