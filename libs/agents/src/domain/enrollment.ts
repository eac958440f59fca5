/** The stored state of a token that could not be consumed. */
export interface TokenFacts {
  readonly consumed: boolean;
  readonly revoked: boolean;
  readonly expired: boolean;
}

export type EnrollmentRefusal = 'unauthorized' | 'consumed' | 'expired' | 'cluster_mismatch';

/**
 * Returns why a token was not consumed (D50, D80). An unknown and a revoked token get the same refusal; a consumed one
 * says so even after its expiry; the remaining cause is a cluster name that differs, which consumes nothing.
 */
export function enrollmentRefusal(token: TokenFacts | null): EnrollmentRefusal {
  if (!token || token.revoked) return 'unauthorized';
  if (token.consumed) return 'consumed';
  return token.expired ? 'expired' : 'cluster_mismatch';
}
