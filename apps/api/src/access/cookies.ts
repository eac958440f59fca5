import type { Request } from 'express';

export const SESSION_COOKIE = 'svc_session';

/**
 * Returns the value of a cookie; undefined if the name occurs twice, as when another one was planted: then no cookie is
 * accepted.
 */
export function readCookie(request: Pick<Request, 'headers'>, name: string): string | undefined {
  const values = (request.headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1));
  return values.length === 1 && values[0] !== '' ? values[0] : undefined;
}
