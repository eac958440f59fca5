import { DomainError } from '#libs/core';

/** Errors of managing users. */
export const usersErrors = {
  userNotFound: () => new DomainError('user_not_found', 'not_found', 'User not found.'),
  emailExists: () =>
    new DomainError('email_exists', 'conflict', 'A local account with this e-mail already exists.'),
  localSignInUnavailable: () =>
    new DomainError('local_sign_in_unavailable', 'conflict', 'Local sign-in is not configured.'),
} as const;
