import { CliError, EXIT } from '../exit.js';

export type SignInMethod = 'web' | 'device' | 'password';

/** The options of the command. */
export interface SignInMethodOptions {
  readonly web?: boolean;
  readonly device?: boolean;
  readonly email?: string;
  readonly passwordStdin?: boolean;
}

/** What the service supports. Earlier releases do not report support for command lines. */
export interface OfferedMethods {
  readonly password: boolean;
  readonly cli?: { readonly browser: boolean; readonly device: boolean };
}

/**
 * Returns how to sign in: as the options say; else through a browser if there is one and the service supports it, else with
 * a password. A user code can be phished, so it is used only on request.
 *
 * @param seesBrowser whether the user can see a browser opened on this machine
 * @param offered called only when the service decides
 * @throws CliError (usage) for contradictory options, or without any way
 */
export async function chooseSignInMethod(
  options: SignInMethodOptions,
  seesBrowser: boolean,
  offered: () => Promise<OfferedMethods>,
): Promise<SignInMethod> {
  const password = options.passwordStdin === true || options.email !== undefined;
  if ([options.web, options.device, password].filter((each) => each === true).length > 1)
    throw new CliError(EXIT.usage, 'Choose one: --web, --device, or a password.');
  if (options.web === true) return 'web';
  if (options.device === true) return 'device';
  if (password) return 'password';
  const ways = await offered();
  if (seesBrowser && ways.cli?.browser === true) return 'web';
  if (ways.password) return 'password';
  throw new CliError(
    EXIT.usage,
    'This service takes no passwords. Use --web, or --device where it is allowed.',
  );
}
