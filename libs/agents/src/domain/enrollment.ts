/** What is known of a token that could not be spent. */
export interface TokenFacts {
  readonly consumed: boolean;
  readonly revoked: boolean;
  readonly expired: boolean;
}

export type EnrollmentRefusal = 'unauthorized' | 'consumed' | 'expired' | 'cluster_mismatch';

/**
 * Returns why a token was not spent (D50, D80). An unknown and a revoked one are told apart from no one; a second use says so
 * even after the token's time; what is left is a cluster name that differs, which spends nothing.
 */
export function enrollmentRefusal(token: TokenFacts | null): EnrollmentRefusal {
  if (!token || token.revoked) return 'unauthorized';
  if (token.consumed) return 'consumed';
  return token.expired ? 'expired' : 'cluster_mismatch';
}
