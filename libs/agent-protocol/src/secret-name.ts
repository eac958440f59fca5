const KEY_NAME = /^[A-Za-z0-9_.\-/]{1,256}$/;
const SEGMENTED = /^[^\p{Cc}%]{1,1024}$/u;

/** Returns whether a text is a valid key name (D5). The service and the agent share this check. */
export function isKeyName(text: string): boolean {
  return KEY_NAME.test(text);
}

/**
 * Returns whether a text is a valid ref (D5): 1 to 1024 characters, no control characters, no `%`, no leading
 * slash, no empty, `.` or `..` segment. So no store can resolve it to another path than the one that was approved.
 */
export function isSecretRef(text: string): boolean {
  if (!SEGMENTED.test(text)) return false;
  return text.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
}
