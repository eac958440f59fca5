/** The 14 credential-shaped names, compared without case, `_` and `-` (D49). */
const CREDENTIAL_NAMES = new Set([
  'password',
  'passwd',
  'secret',
  'token',
  'accesstoken',
  'refreshtoken',
  'apikey',
  'accesskey',
  'accesskeyid',
  'secretkey',
  'secretaccesskey',
  'privatekey',
  'clientsecret',
  'credentials',
]);

/** Prefixes of well-known secrets: cloud access keys, store tokens, JWTs, OAuth tokens. */
const SECRET_PREFIXES = ['AKIA', 'hvs.', 'eyJ', 'ya29.'];

/** Returns the first credential-shaped key at any depth, as it was sent; null when there is none. */
export function credentialKeyIn(value: unknown): string | null {
  for (const [, key] of entriesOf(value)) {
    if (key !== null && isCredentialName(key)) return key;
  }
  return null;
}

/** Returns the path of the first string with such a prefix (`kvPrefix`, `a.b`); null if there is none (D79). */
export function secretShapedFieldIn(value: unknown): string | null {
  for (const [path, , leaf] of entriesOf(value)) {
    if (typeof leaf === 'string' && looksLikeSecret(leaf)) return path;
  }
  return null;
}

/** Returns whether a name is one of these, in any spelling. */
function isCredentialName(name: string): boolean {
  return CREDENTIAL_NAMES.has(name.toLowerCase().replace(/[_-]/g, ''));
}

/** Returns whether a text has the prefix of a well-known secret. */
export function looksLikeSecret(text: string): boolean {
  return SECRET_PREFIXES.some((prefix) => text.trimStart().startsWith(prefix));
}

/** Returns a name for an error message: anything but a plain name might be a misplaced secret. */
export function shownName(name: string): string {
  return /^[A-Za-z0-9_-]{1,32}$/.test(name) && !looksLikeSecret(name) ? name : '[redacted]';
}

/** Yields every nested member, outer ones first: printable path, name (null in a list) and value. */
function* entriesOf(value: unknown, parent = ''): Generator<[string, string | null, unknown]> {
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  for (const [key, member] of Object.entries(value)) {
    const path = parent === '' ? shownName(key) : `${parent}.${shownName(key)}`;
    yield [path, isList ? null : key, member];
    yield* entriesOf(member, path);
  }
}
