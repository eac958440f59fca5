/**
 * Returns SQL that is true while the wrap can be retrieved: neither consumed nor destroyed nor expired. The database's clock is
 * read for each row, after any wait for its lock (D6).
 *
 * @param alias the statement's alias of the wraps table
 */
export function liveWrap(alias: string): string {
  return `${alias}.consumed_at IS NULL AND ${alias}.destroyed_at IS NULL AND ${alias}.expires_at > clock_timestamp()`;
}

/** SET list that consumes a wrap: its ciphertext is deleted in the same statement (D31). */
export const CONSUME_WRAP =
  'consumed_at = clock_timestamp(), ciphertext = NULL, nonce = NULL, wrapped_key = NULL';

/** SET list that destroys a wrap that was not retrieved. */
export const DESTROY_WRAP =
  'destroyed_at = clock_timestamp(), ciphertext = NULL, nonce = NULL, wrapped_key = NULL';

/** Returns SQL for a wrap's status. */
export function wrapStatus(alias: string): string {
  return `CASE WHEN ${alias}.consumed_at IS NOT NULL THEN 'consumed'
    WHEN ${alias}.destroyed_at IS NOT NULL OR ${alias}.expires_at <= clock_timestamp() THEN 'expired'
    ELSE 'available' END`;
}
