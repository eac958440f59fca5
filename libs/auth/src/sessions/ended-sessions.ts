const DAY_SECONDS = 24 * 3600;

/**
 * Retention of ended sessions, from their latest possible end on, for investigations. Ended and
 * unknown sessions are both 401, and the audit log refers to sessions by id only. A workload's session also keeps its
 * token from being exchanged again, for which an hour would do.
 */
export const ENDED_SESSIONS = {
  table: 'sessions',
  column: 'expires_at',
  keptSeconds: 30 * DAY_SECONDS,
} as const;
