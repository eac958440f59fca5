import type { Request } from 'express';

export const SESSION_COOKIE = 'svc_session';

/**
 * Returns the value of a cookie, or undefined. When a name comes twice (a planted one beside our own) neither is taken:
 * the caller is not signed in.
 */
export function readCookie(request: Pick<Request, 'headers'>, name: string): string | undefined {
  const values = (request.headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1));
  return values.length === 1 && values[0] !== '' ? values[0] : undefined;
}
