const DAY_SECONDS = 24 * 3600;

/**
 * Retention of ended sessions, counted from their latest possible expiry, for investigations. Ended and unknown sessions
 * are both 401, and the audit log refers to sessions by id only. A workload's row also prevents a second exchange of its
 * token, for which an hour would suffice.
 */
export const ENDED_SESSIONS = {
  table: 'sessions',
  column: 'expires_at',
  keptSeconds: 30 * DAY_SECONDS,
} as const;
