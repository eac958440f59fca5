const DAY_SECONDS = 24 * 3600;

/**
 * Rows of enrollment tokens that are past their time, used or not. So long a second use is told from an expired token
 * and from a revoked one (D50, D80); afterwards the token is unknown, and 401. Which agent came by which token stays in
 * the audit log.
 */
export const PAST_ENROLLMENT_TOKENS = {
  table: 'enrollment_tokens',
  column: 'expires_at',
  keptSeconds: 30 * DAY_SECONDS,
} as const;
