import { DomainError } from '#libs/core';

/** Errors of the command line's sign-in through a browser. */
export const cliErrors = {
  gone: () =>
    new DomainError(
      'cli_sign_in_gone',
      'gone',
      'This command-line sign-in has expired or was already used; start again.',
    ),
  refused: () => new DomainError('cli_sign_in_refused', 'gone', 'This sign-in was denied in the browser.'),
  /** Like invalid_grant (RFC 6749 §5.2): the verifier or code does not match, and the sign-in has been ended. */
  mismatch: () =>
    new DomainError(
      'cli_sign_in_mismatch',
      'invalid',
      'The code or verifier does not match this sign-in, which has been ended.',
    ),
  userCodeInvalid: () => new DomainError('cli_user_code_invalid', 'invalid', 'Invalid user code.'),
  deviceSignInDisabled: () =>
    new DomainError('cli_device_sign_in_disabled', 'forbidden', 'Device sign-in is disabled.'),
  browserSessionRequired: () =>
    new DomainError('browser_session_required', 'forbidden', 'This requires a browser session, not a token.'),
} as const;
