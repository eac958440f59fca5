import { CliError, EXIT } from '../exit.js';

/** RFC 6750 §2.1. */
const TOKEN = /^[A-Za-z0-9._~+/-]{1,8192}={0,2}$/;

/**
 * Returns what the service sent as a token. It becomes part of a line for `eval` and of a command of the keychain's tool, so
 * that any other character could add commands to them.
 * @throws CliError (failed)
 */
export function bearerToken(sent: unknown): string {
  if (typeof sent === 'string' && TOKEN.test(sent)) return sent;
  throw new CliError(EXIT.failed, 'The service answered without a valid token, so nobody is signed in.');
}
