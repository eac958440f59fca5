const HOME = '/';
const LONGEST = 2048;
// Any origin will do: only whether the address stays on it counts.
const HERE = 'https://here.invalid';
// eslint-disable-next-line no-control-regex -- control characters are what is refused: a URL parser drops some
const FORBIDDEN = /[\u0000-\u0020\u007f\\]/;
const ONE_SLASH = /^\/(?!\/)/;

/**
 * Where a browser goes after sign-in: the given path on this origin, or `/` for anything that could lead
 * elsewhere (D21). The path comes back as browsers would resolve it: `/..//x` is another host's once resolved.
 */
export function safeReturnTo(value: unknown): string {
  if (typeof value !== 'string' || value.length > LONGEST) return HOME;
  if (!ONE_SLASH.test(value) || FORBIDDEN.test(value) || !URL.canParse(value, HERE)) return HOME;
  const { origin, pathname, search, hash } = new URL(value, HERE);
  const resolved = `${pathname}${search}${hash}`;
  return origin === HERE && ONE_SLASH.test(resolved) ? resolved : HOME;
}

/** The same place with `error=sign_in_failed` in its query: all that a browser learns of a failure. */
export function withSignInError(returnTo: string): string {
  const url = new URL(safeReturnTo(returnTo), HERE);
  url.searchParams.set('error', 'sign_in_failed');
  return `${url.pathname}${url.search}${url.hash}`;
}
