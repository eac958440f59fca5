const REF_LIMIT = 1024;
const KEY_NAME = /^[A-Za-z0-9_.\-/]{1,256}$/;

/**
 * Whether the control plane takes this secret_ref (D5): at most 1,024 characters, no control characters, no
 * `%`, and no empty, `.` or `..` segment. The driver asks too: a segment `..` would leave the mount.
 */
export function isSecretRef(ref: string): boolean {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (ref.length > REF_LIMIT || /[\u0000-\u001f\u007f-\u009f%]/.test(ref)) return false;
  return ref.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
}

/** Whether the control plane takes this key name (D5). */
export function isKeyName(name: string): boolean {
  return KEY_NAME.test(name);
}
