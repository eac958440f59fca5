import { DomainError } from '#libs/core';

/** Errors of the command line's sign-in through a browser. */
export const cliErrors = {
  gone: () =>
    new DomainError('cli_sign_in_gone', 'gone', 'This sign-in of the command line is over; start again.'),
  refused: () => new DomainError('cli_sign_in_refused', 'gone', 'This sign-in was refused in the browser.'),
  /** Like invalid_grant (RFC 6749 §5.2): the verifier or code does not match, and the sign-in has been ended. */
  mismatch: () =>
    new DomainError(
      'cli_sign_in_mismatch',
      'invalid',
      'The code or its verifier does not belong to this sign-in, which is over now.',
    ),
  userCodeInvalid: () =>
    new DomainError('cli_user_code_invalid', 'invalid', 'This is not the code that the command line shows.'),
  deviceSignInDisabled: () =>
    new DomainError(
      'cli_device_sign_in_disabled',
      'forbidden',
      'Signing in by a typed code is switched off here.',
    ),
  browserSessionRequired: () =>
    new DomainError(
      'browser_session_required',
      'forbidden',
      'This is decided in a browser, never with a token.',
    ),
} as const;
