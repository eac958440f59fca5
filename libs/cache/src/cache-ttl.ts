const MAX_TTL_SECONDS = 366 * 24 * 3600;

/**
 * Returns the time to live after checking it: every entry of the cache expires.
 * @throws RangeError unless it is a whole number of seconds from 1 to 366 days
 */
export function cacheTtl(seconds: number): number {
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > MAX_TTL_SECONDS) {
    throw new RangeError(`A time to live is a whole number of seconds from 1 to ${MAX_TTL_SECONDS}`);
  }
  return seconds;
}
