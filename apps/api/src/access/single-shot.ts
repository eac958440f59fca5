import type { IncomingMessage } from 'node:http';
import { httpErrors } from '#libs/core';

const PREFETCH = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/**
 * Refuses a GET that asks for a part of the answer, or that a browser or proxy sends ahead of anybody's wish:
 * what is handed out once must not be spent on either.
 *
 * @throws DomainError validation_failed
 */
export function assertWholeAndWanted({ headers }: IncomingMessage): void {
  const ahead = PREFETCH.find((name) => /prefetch|prerender|preview/i.test(String(headers[name] ?? '')));
  const field = headers.range === undefined ? ahead : 'range';
  if (field === undefined) return;
  throw httpErrors.validationFailed([{ field, message: 'is not possible for what is handed out once' }]);
}
