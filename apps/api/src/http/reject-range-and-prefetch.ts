import type { IncomingMessage } from 'node:http';
import { httpErrors } from '#libs/core';

const PREFETCH = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/**
 * Rejects a GET with a Range header and a prefetch by a browser or proxy: neither may consume a response that is returned
 * once.
 *
 * @throws DomainError validation_failed
 */
export function rejectRangeAndPrefetch({ headers }: IncomingMessage): void {
  const ahead = PREFETCH.find((name) => /prefetch|prerender|preview/i.test(String(headers[name] ?? '')));
  const field = headers.range === undefined ? ahead : 'range';
  if (field === undefined) return;
  throw httpErrors.invalidField(field, 'is not possible for a response that is returned once');
}
