import { DomainError } from '#libs/core';

/** Errors of wraps (D32). */
export const wrapErrors = {
  /** Unknown, under another request, or for another audience. */
  notFound: () => new DomainError('wrap_not_found', 'not_found', 'Wrap not found.'),
  consumed: () => new DomainError('wrap_consumed', 'gone', 'This wrap has already been retrieved.'),
  /** Expired, or destroyed because its request or reveal session ended (D93). */
  expired: () =>
    new DomainError(
      'wrap_expired',
      'gone',
      'This wrap has expired, or was destroyed when its request or reveal session ended.',
    ),
  /** The key has a value already. */
  exists: () => new DomainError('wrap_exists', 'conflict', 'This key already has a wrap.'),
} as const;
