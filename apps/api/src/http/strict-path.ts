import type { NextFunction, Request, Response } from 'express';

const AMBIGUOUS = /\/\/|\\|%2f|%5c|%00|\/\.{1,2}(\/|$)|%2e/i;

/** A path without a route. */
export const NO_ROUTE = '/no-such-route';

/**
 * Rejects ambiguous paths: one with an encoded or doubled slash, a dot segment or a trailing slash matches no route, so
 * that no proxy can interpret it differently.
 */
export function strictPath(request: Request, _response: Response, next: NextFunction): void {
  const path = request.url.split('?', 1)[0] ?? '';
  const isAmbiguous = AMBIGUOUS.test(path) || (path.length > 1 && path.endsWith('/'));
  if (isAmbiguous) request.url = NO_ROUTE;
  next();
}
