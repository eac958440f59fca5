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

/** How well-known secrets begin: cloud access keys, store tokens, JWTs, OAuth tokens. */
const SECRET_PREFIXES = ['AKIA', 'hvs.', 'eyJ', 'ya29.'];

/** Returns the first credential-shaped key at any depth, as it was sent; null when there is none. */
export function credentialKeyIn(value: unknown): string | null {
  for (const [, key] of entriesOf(value)) {
    if (key !== null && isCredentialName(key)) return key;
  }
  return null;
}

/** Returns path of the first string that begins like a secret (`kvPrefix`, `a.b`); null when there is none (D79). */
export function secretShapedFieldIn(value: unknown): string | null {
  for (const [path, , leaf] of entriesOf(value)) {
    if (typeof leaf === 'string' && looksLikeSecret(leaf)) return path;
  }
  return null;
}

/** Returns true for one of the names, however it is written. */
function isCredentialName(name: string): boolean {
  return CREDENTIAL_NAMES.has(name.toLowerCase().replace(/[_-]/g, ''));
}

/** Returns true for text that begins like a well-known kind of secret. */
export function looksLikeSecret(text: string): boolean {
  return SECRET_PREFIXES.some((prefix) => text.trimStart().startsWith(prefix));
}

/** Returns a name as a refusal may repeat it: anything but a plain name might be a secret in the wrong place. */
export function shownName(name: string): string {
  return /^[A-Za-z0-9_-]{1,32}$/.test(name) && !looksLikeSecret(name) ? name : '[redacted]';
}

/** Yields every member below the value, outer ones first: its path as it may be shown, its name (null in a list) and what it holds. */
function* entriesOf(value: unknown, parent = ''): Generator<[string, string | null, unknown]> {
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  for (const [key, member] of Object.entries(value)) {
    const path = parent === '' ? shownName(key) : `${parent}.${shownName(key)}`;
    yield [path, isList ? null : key, member];
    yield* entriesOf(member, path);
  }
}
