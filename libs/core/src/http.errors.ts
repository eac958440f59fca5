import { DomainError } from './domain-error.js';

/** One invalid member of a request; `message` states the rule, never the value. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** The general error codes (D2). */
export const httpErrors = {
  validationFailed: (fields: readonly FieldError[]) =>
    new DomainError('validation_failed', 'invalid', 'The request is not valid.', { fields }),
  invalidField: (field: string, message: string): DomainError =>
    httpErrors.validationFailed([{ field, message }]),
  /** The cursor is of no page of the list. */
  invalidCursor: (): DomainError => httpErrors.invalidField('cursor', 'is not a cursor of this list'),
  unauthenticated: () => new DomainError('unauthenticated', 'unauthenticated', 'Sign in to continue.'),
  permissionDenied: (permission: string) =>
    new DomainError('permission_denied', 'forbidden', 'You lack the required permission.', { permission }),
  crossSite: () => new DomainError('cross_site_request_refused', 'forbidden', 'Cross-site request refused.'),
  routeNotFound: () => new DomainError('route_not_found', 'not_found', 'Route not found.'),
  methodNotAllowed: (allow: readonly string[]) =>
    new DomainError(
      'method_not_allowed',
      'method_not_allowed',
      'Method not allowed.',
      {},
      { Allow: allow.join(', ') },
    ),
  /** The connection is closed without reading the rest of the request (D96). */
  requestTimeout: () =>
    new DomainError(
      'request_timeout',
      'timeout',
      'The request was not received in time.',
      {},
      { Connection: 'close' },
    ),
  changedMeanwhile: () =>
    new DomainError(
      'changed_meanwhile',
      'precondition',
      'This has changed since you read it; read it again.',
    ),
  payloadTooLarge: () => new DomainError('payload_too_large', 'too_large', 'The request body is too large.'),
  unsupportedMediaType: () =>
    new DomainError(
      'unsupported_media_type',
      'unsupported_media',
      'The content type must be application/json.',
    ),
  rateLimited: (retryAfterSeconds: number) =>
    new DomainError(
      'rate_limited',
      'rate_limited',
      'Too many requests; wait and try again.',
      {},
      { 'Retry-After': String(retryAfterSeconds) },
    ),
  internal: () => new DomainError('internal_error', 'internal', 'Internal error.'),
  dependencyUnavailable: () =>
    new DomainError(
      'dependency_unavailable',
      'unavailable',
      'A dependency is unavailable; try again shortly.',
    ),
  /** The process is overloaded. Has the code of every 503 (D2). */
  overloaded: (retryAfterSeconds: number) =>
    new DomainError(
      'dependency_unavailable',
      'overloaded',
      'The service is overloaded; wait and try again.',
      {},
      { 'Retry-After': String(retryAfterSeconds) },
    ),
} as const;

/** Returns validation_failed with its fields as members of `parent`, and any other error as it is. */
export function withinField(parent: string, error: unknown): unknown {
  if (!(error instanceof DomainError) || error.code !== 'validation_failed') return error;
  const fields = error.extra.fields as readonly FieldError[];
  return httpErrors.validationFailed(fields.map((each) => ({ ...each, field: `${parent}.${each.field}` })));
}
