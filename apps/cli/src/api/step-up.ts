import { ApiError, type Client, dataOf } from '#client';
import { CliError, EXIT } from '../exit.js';
import type { Terminal } from '../terminal/terminal.js';

const MOST_CODES = 3;

/**
 * Shows the session's second factor: a code of an authenticator app, asked for without an echo.
 *
 * @param api without the gate that brings here
 * @param code instead of asking
 * @throws CliError (not signed in) where nobody can be asked, or only a passkey is enrolled; ApiError
 */
export async function stepUp(api: Client, terminal: Terminal, email: string, code?: string): Promise<void> {
  if (code === undefined && !terminal.interactive)
    throw new CliError(
      EXIT.notSignedIn,
      'This needs a second factor, and nobody can be asked here: run countersign step-up first.',
    );
  for (let tries = 1; ; tries += 1) {
    const { challenge_id, factors } = await dataOf(
      api.POST('/api/v1/auth/mfa/challenge', { body: { kind: 'totp' } }),
    );
    const [factor] = factors;
    if (!factor) throw new CliError(EXIT.notSignedIn, 'No authenticator app is enrolled for this account.');
    const typed =
      code ?? (await terminal.askHidden(`Second factor of ${email} (${factor.label}): `, '--code')).trim();
    try {
      const body = { challenge_id, factor_id: factor.id, code: typed };
      return void (await dataOf(api.POST('/api/v1/auth/mfa/verify', { body })));
    } catch (error) {
      const again = error instanceof ApiError && error.code === 'mfa_code_invalid' && code === undefined;
      if (!again || tries === MOST_CODES) throw error;
      terminal.warn('That code is not right. Each code is good for one use.');
    }
  }
}
