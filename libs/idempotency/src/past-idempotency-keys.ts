/** Retention of keys: 24 hours (D15). A later call claims the key again, whether or not the row was deleted. */
export const PAST_KEYS = {
  table: 'idempotency_keys',
  column: 'started_at',
  keptSeconds: 24 * 3600,
} as const;
