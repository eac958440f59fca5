import { CliError, EXIT } from '../exit.js';

export type Way = 'web' | 'device' | 'password';

/** What was asked for. */
export interface WishedWay {
  readonly web?: boolean;
  readonly device?: boolean;
  readonly email?: string;
  readonly passwordStdin?: boolean;
}

/** What the service offers. A service of an earlier release says nothing of command lines. */
export interface OfferedWays {
  readonly password: boolean;
  readonly cli?: { readonly browser: boolean; readonly device: boolean };
}

/**
 * Returns how to sign in: as was asked for; else through a browser where there is one and the service offers it, else
 * with a password. A typed code can be phished, so it is never chosen unasked.
 *
 * @param seesBrowser whether a browser opened here is seen by whoever sits here
 * @param offered read only where it decides
 * @throws CliError (usage) for two ways at once, or where there is none
 */
export async function wayToSignIn(
  wish: WishedWay,
  seesBrowser: boolean,
  offered: () => Promise<OfferedWays>,
): Promise<Way> {
  const password = wish.passwordStdin === true || wish.email !== undefined;
  if ([wish.web, wish.device, password].filter((each) => each === true).length > 1)
    throw new CliError(EXIT.usage, 'Choose one: --web, --device, or a password.');
  if (wish.web === true) return 'web';
  if (wish.device === true) return 'device';
  if (password) return 'password';
  const ways = await offered();
  if (seesBrowser && ways.cli?.browser === true) return 'web';
  if (ways.password) return 'password';
  throw new CliError(
    EXIT.usage,
    'This service takes no passwords. Use --web, or --device where it is allowed.',
  );
}
