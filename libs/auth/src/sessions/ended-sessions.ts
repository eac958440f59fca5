const DAY_SECONDS = 24 * 3600;

/**
 * Retention of ended sessions, from their latest possible end on, for investigations. No response depends on them:
 * ended and unknown sessions are both 401, and the audit log refers to sessions by id only.
 */
export const ENDED_SESSIONS = {
  table: 'sessions',
  column: 'expires_at',
  keptSeconds: 30 * DAY_SECONDS,
} as const;
