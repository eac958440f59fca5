import { DomainError, httpErrors } from '#libs/core';

/** Errors of the Idempotency-Key header (D15). */
export const idempotencyErrors = {
  malformed: () => httpErrors.invalidField('Idempotency-Key', 'must be 1 to 255 visible ASCII characters'),
  reused: () =>
    new DomainError('idempotency_key_reused', 'unprocessable', 'This key was used for another request.'),
} as const;
