const PREFIX = 'countersign:';
const MAX_KEY_LENGTH = 512;

/**
 * Returns the key as it is stored, with this system's prefix.
 * @throws RangeError for an empty key or one over 512 characters; the message does not repeat it
 */
export function cacheKey(key: string): string {
  if (key.length === 0 || key.length > MAX_KEY_LENGTH) {
    throw new RangeError(`A cache key has 1 to ${MAX_KEY_LENGTH} characters`);
  }
  return PREFIX + key;
}
