import { DomainError } from '#libs/core';

/** Errors of sign-in, step-up and factor changes. */
export const authErrors = {
  /** The same for every failed local sign-in (D16). */
  invalidCredentials: () =>
    new DomainError('invalid_credentials', 'unauthenticated', 'Invalid e-mail or password.'),
  /** Challenges the client to authenticate again (RFC 9470 §3, D24). @param windowSeconds maximum age of the step-up */
  stepUpRequired: (windowSeconds: number) =>
    new DomainError(
      'step_up_required',
      'unauthenticated',
      'Confirm your identity with your second factor.',
      {},
      {
        'WWW-Authenticate':
          'Bearer error="insufficient_user_authentication", ' +
          'error_description="A recent multi-factor authentication is required", ' +
          `acr_values="mfa", max_age="${windowSeconds}"`,
      },
    ),
  mfaEnrollmentRequired: () =>
    new DomainError('mfa_enrollment_required', 'precondition', 'Enroll a second factor first.'),
  mfaLocked: () =>
    new DomainError(
      'mfa_locked',
      'unauthenticated',
      'Too many invalid codes; step-up is temporarily locked.',
    ),
  mfaCodeInvalid: () => new DomainError('mfa_code_invalid', 'unauthenticated', 'Invalid code.'),
  /** During an enrollment the code has status 400 (D23). */
  enrollmentCodeInvalid: () =>
    new DomainError('mfa_code_invalid', 'invalid', 'Invalid code; start the enrollment again.'),
  mfaChallengeExpired: () =>
    new DomainError(
      'mfa_challenge_expired',
      'gone',
      'This challenge has expired or was already used; start again.',
    ),
  /** Also for another user's or session's, and one already used. */
  stepUpHandoffGone: () =>
    new DomainError(
      'step_up_handoff_gone',
      'gone',
      'This confirmation has expired or was already used; start again.',
    ),
  /** Also for a credential that is not, or no longer, the caller's (D81, D92). */
  webauthnAssertionFailed: () =>
    new DomainError(
      'webauthn_assertion_failed',
      'unauthenticated',
      'The assertion of this authenticator is not valid.',
    ),
  webauthnRegistrationFailed: () =>
    new DomainError(
      'webauthn_registration_failed',
      'invalid',
      'The authenticator could not be registered; start the enrollment again.',
    ),
  factorExists: () =>
    new DomainError('factor_exists', 'conflict', 'This authenticator is already registered.'),
  factorCompromised: () =>
    new DomainError(
      'factor_compromised',
      'unauthenticated',
      'This authenticator may have been cloned: it was disabled, and all your sessions were ended.',
    ),
  sessionNotFound: () => new DomainError('session_not_found', 'not_found', 'Session not found.'),
  noLocalAccount: () =>
    new DomainError(
      'no_local_account',
      'conflict',
      'Your account has no local password: you sign in with an identity provider.',
    ),
  /** For a wrong current password in a password change; also while the account is locked. */
  passwordIncorrect: () =>
    new DomainError('password_incorrect', 'forbidden', 'The current password is incorrect.'),
  factorNotFound: () => new DomainError('factor_not_found', 'not_found', 'Factor not found.'),
} as const;
