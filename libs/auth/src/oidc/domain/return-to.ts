const HOME = '/';
const MAX_LENGTH = 2048;
// Any origin works: it only serves to detect a path that leads to another one.
const HERE = 'https://here.invalid';
// eslint-disable-next-line no-control-regex -- control characters are what is refused: a URL parser drops some
const FORBIDDEN = /[\u0000-\u0020\u007f\\]/;
const ONE_SLASH = /^\/(?!\/)/;

/**
 * Returns the path to redirect to after sign-in: the given one if it stays on this origin, else `/` (D21). It is resolved
 * like in browsers, where `/..//x` leads to another host.
 */
export function safeReturnTo(value: unknown): string {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return HOME;
  if (!ONE_SLASH.test(value) || FORBIDDEN.test(value) || !URL.canParse(value, HERE)) return HOME;
  const { origin, pathname, search, hash } = new URL(value, HERE);
  const resolved = `${pathname}${search}${hash}`;
  return origin === HERE && ONE_SLASH.test(resolved) ? resolved : HOME;
}

/** Returns the path with `error=sign_in_failed`, which is all that the browser learns about a failure. */
export function withSignInError(returnTo: string): string {
  const url = new URL(safeReturnTo(returnTo), HERE);
  url.searchParams.set('error', 'sign_in_failed');
  return `${url.pathname}${url.search}${url.hash}`;
}
