const KEY_NAME = /^[A-Za-z0-9_.\-/]{1,256}$/;
const SEGMENTED = /^[^\p{Cc}%]{1,1024}$/u;

/** An index entry of the database holds about 2,700 bytes; four-byte characters alone would pass that. */
const LONGEST_REF_BYTES = 2048;

/** True for a key's name (D5). */
export function isDiscoveredKey(text: string): boolean {
  return KEY_NAME.test(text);
}

/**
 * True for a reference that a request could name (D5): 1 to 1024 characters, no control characters, no `%`, no
 * leading slash, no empty, `.` or `..` segment.
 */
export function isDiscoveredRef(text: string): boolean {
  if (!SEGMENTED.test(text) || Buffer.byteLength(text) > LONGEST_REF_BYTES) return false;
  return text.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
}
