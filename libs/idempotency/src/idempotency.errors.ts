import { DomainError, httpErrors } from '#libs/http';

/** What can be wrong with an Idempotency-Key (D15). */
export const idempotencyErrors = {
  malformed: () =>
    httpErrors.validationFailed([
      { field: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' },
    ]),
  reused: () =>
    new DomainError('idempotency_key_reused', 'unprocessable', 'This key was used for another request.'),
  underWay: () =>
    new DomainError(
      'conflict',
      'conflict',
      'The first request with this key is still being worked on; try again.',
    ),
  answerLost: () =>
    new DomainError(
      'conflict',
      'conflict',
      'The first request with this key took effect, but its answer was not kept: look for what it made.',
    ),
} as const;
