import type { ErrorKind } from '#libs/core';

const STATUS: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  timeout: 408,
  conflict: 409,
  gone: 410,
  precondition: 412,
  too_large: 413,
  unsupported_media: 415,
  unprocessable: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  overloaded: 503,
};

/** Returns the HTTP status of an error kind (D2). */
export function statusOf(kind: ErrorKind): number {
  return STATUS[kind];
}
