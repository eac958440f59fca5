const KEY_NAME = /^[A-Za-z0-9_.\-/]{1,256}$/;
const SEGMENTED = /^[^\p{Cc}%]{1,1024}$/u;

/** Returns true for a key's name, at the service and at the agent alike (D5). */
export function isKeyName(text: string): boolean {
  return KEY_NAME.test(text);
}

/**
 * Returns true for a reference to a secret in a store (D5): 1 to 1024 characters, no control characters, no `%`, no
 * leading slash, no empty, `.` or `..` segment, so that no store reads it as another path than we do.
 */
export function isSecretRef(text: string): boolean {
  if (!SEGMENTED.test(text)) return false;
  return text.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
}
