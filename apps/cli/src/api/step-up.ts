import { ApiError, type Client, dataOf } from '#client';
import { CliError, EXIT } from '../exit.js';
import type { Terminal } from '../terminal/terminal.js';
import { stepUpInBrowser } from './step-up-in-browser.js';

const MAX_CODES = 3;

/** The client and server of a step-up. */
export interface StepUpCaller {
  /** A client without the automatic step-up, which calls this. */
  readonly api: Client;
  readonly server: string;
  readonly email: string;
}

/**
 * Steps up: with a code of an authenticator app, prompted for without echo; for a user with passkeys only, in the
 * browser.
 *
 * @param code replaces the prompt
 * @throws CliError (not signed in) without a terminal; ApiError
 */
export async function stepUp(caller: StepUpCaller, terminal: Terminal, code?: string): Promise<void> {
  if (code === undefined && !terminal.interactive)
    throw new CliError(
      EXIT.notSignedIn,
      'This requires a second factor, and no prompt is possible here: run countersign step-up first.',
    );
  try {
    await stepUpByCode(caller, terminal, code);
  } catch (error) {
    if (code !== undefined || !(await hasPasskeyAlone(caller.api, error))) throw error;
    await stepUpInBrowser(caller.api, terminal, caller.server);
  }
}

async function stepUpByCode(
  { api, email }: StepUpCaller,
  terminal: Terminal,
  code: string | undefined,
): Promise<void> {
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
      if (!again || tries === MAX_CODES) throw error;
      terminal.warn('Invalid code. Each code works only once.');
    }
  }
}

async function hasPasskeyAlone(api: Client, error: unknown): Promise<boolean> {
  if (!(error instanceof ApiError) || error.code !== 'mfa_enrollment_required') return false;
  const [{ mfa }, { sign_in }] = await Promise.all([
    dataOf(api.GET('/api/v1/users/me')),
    dataOf(api.GET('/api/v1/meta')),
  ]);
  return mfa.kinds.includes('webauthn') && sign_in.cli?.browser === true;
}
