const PREFIX = 'countersign:';
const LONGEST_KEY = 512;

/**
 * Returns the key as it is stored, with this system's prefix.
 * @throws RangeError for an empty key or one over 512 characters; the message does not repeat it
 */
export function cacheKey(key: string): string {
  if (key.length === 0 || key.length > LONGEST_KEY) {
    throw new RangeError(`A cache key has 1 to ${LONGEST_KEY} characters`);
  }
  return PREFIX + key;
}
