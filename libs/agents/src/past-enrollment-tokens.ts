const DAY_SECONDS = 24 * 3600;

/**
 * Retention of enrollment tokens after their expiry, used or not. While a row exists, a second use, an expired and a
 * revoked token have different errors (D50, D80); afterwards the token is unknown (401). The audit log keeps which agent
 * was enrolled with which token.
 */
export const PAST_ENROLLMENT_TOKENS = {
  table: 'enrollment_tokens',
  column: 'expires_at',
  keptSeconds: 30 * DAY_SECONDS,
} as const;
