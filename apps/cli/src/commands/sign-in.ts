import type { Command } from 'commander';
import { ApiError, dataOf } from '#client';
import { action, type Cli } from '../cli.js';
import { CliError, EXIT } from '../exit.js';
import { spanOf, whenOf } from '../output/time.js';
import { stepUp } from '../api/step-up.js';
import { stepUpInBrowser } from '../api/step-up-in-browser.js';
import { userAgent } from '../session/client-name.js';
import { Keychain } from '../session/keychain.js';
import type { TokenStore } from '../session/session.js';
import { signInByBrowser, signInByDevice, type SignedIn } from '../session/web-sign-in.js';
import { signInAsWorkload, type WorkloadOptions } from '../session/workload-sign-in.js';
import type { Names } from '../nouns/names.js';
import { refTo } from '../nouns/noun.js';
import { hasDisplay } from '../terminal/open-browser.js';
import { bearerToken } from '../session/bearer-token.js';
import { type SignInMethod, chooseSignInMethod } from '../session/choose-sign-in-method.js';
import { examples } from '../examples.js';

interface LoginOptions extends WorkloadOptions {
  readonly email?: string;
  readonly passwordStdin?: boolean;
  readonly web?: boolean;
  readonly device?: boolean;
  readonly code?: string;
  readonly store: string;
}

const STORES = ['auto', 'keychain', 'file', 'none'];

/** Adds login, logout, whoami, step-up. */
export function addSignIn(program: Command): void {
  program
    .command('login')
    .description('sign in, through the browser where there is one, else with a password')
    .option('--web', 'through a browser of this machine')
    .option('--device', 'by a code that is typed in a browser elsewhere, where the service allows it')
    .option('--workload [name]', 'as a workload, by the token of this job')
    .option('--jwt-file <file>', 'where the job’s token is; else COUNTERSIGN_WORKLOAD_JWT, or GitHub Actions')
    .option('--audience <text>', 'what a token of GitHub Actions is for; else the service’s address')
    .option('--email <address>', 'who signs in with a password; else it is asked for')
    .option('--password-stdin', 'read the password from stdin, not from the terminal')
    .option('--code <digits>', 'a code of the second factor, which works once')
    .option('--store <where>', `where the token is kept: ${STORES.join(', ')}`, 'auto')
    .addHelpText(
      'after',
      examples(
        'login --server https://countersign.example.com',
        'login --email ada@example.com --password-stdin < password.txt',
        'login --workload --jwt-file /run/jwt',
      ),
    )
    .action(action(login));
  program
    .command('logout')
    .description('end the session and forget its token')
    .option('--all-profiles', 'of every profile')
    .action(action(logout));
  program.command('whoami').description('show who is signed in, and what they may do').action(action(whoami));
  program
    .command('step-up')
    .description('step up with your second factor, before a command requires it')
    .option('--code <digits>', 'the code, which works once')
    .option('--web', 'use a passkey, in a browser where you are signed in')
    .addHelpText('after', examples('step-up', 'step-up --web'))
    .action(action(showFactor));
}

async function showFactor(cli: Cli, { code, web }: { code?: string; web?: boolean }): Promise<void> {
  if (web === true && code !== undefined) throw new CliError(EXIT.usage, 'Choose one: --web or --code.');
  const caller = cli.asStepUpCaller(cli.token());
  const { api, server } = caller;
  if (web === true) await stepUpInBrowser(api, cli.terminal, server);
  else await stepUp(caller, cli.terminal, code);
  const { mfa } = await dataOf(api.GET('/api/v1/users/me'));
  if (mfa.fresh_until !== null) cli.terminal.say(`Stepped up for ${spanUntil(mfa.fresh_until)}.`);
}

async function login(cli: Cli, options: LoginOptions): Promise<void> {
  checkStore(options.store);
  if (options.workload !== undefined) return loginAsWorkload(cli, options);
  if (options.jwtFile !== undefined || options.audience !== undefined)
    throw new CliError(EXIT.usage, '--jwt-file and --audience are of --workload.');
  const way = await wayOf(cli, options);
  const { token, user, expires_at } = await WAYS[way](cli, options);
  await keep(cli, options, { token, name: user.email, expires_at });
  if (options.code !== undefined)
    await stepUp(cli.asStepUpCaller(token, user.email), cli.terminal, options.code);
}

/** Checks where the token is to be kept, before there is one. @throws CliError (usage) */
function checkStore(store: string): void {
  if (!STORES.includes(store))
    throw new CliError(EXIT.usage, `There is no store ${store}. Known: ${STORES.join(', ')}.`);
  if (store === 'none' && process.stdout.isTTY)
    throw new CliError(
      EXIT.usage,
      'The token would be shown. Type: eval "$(countersign login --store none)"',
    );
  if (store === 'keychain' && !new Keychain().works())
    throw new CliError(EXIT.usage, 'No keychain is available here. Choose another place: --store file.');
}

async function loginAsWorkload(cli: Cli, options: LoginOptions): Promise<void> {
  const { web, device, email, passwordStdin, code } = options;
  if ([web, device, email, passwordStdin, code].some((each) => each !== undefined))
    throw new CliError(EXIT.usage, 'A workload signs in by its token alone.');
  const { token, workload, expires_at } = await signInAsWorkload(cli, options);
  await keep(cli, options, { token, name: `workload ${workload.name}`, expires_at });
}

async function keep(
  cli: Cli,
  options: LoginOptions,
  { token: sent, name, expires_at }: { token: string; name: string; expires_at: string },
): Promise<void> {
  const { server, terminal, session, profiles, profileName } = cli;
  const token = bearerToken(sent);
  const said = `Signed in to ${server} as ${name} for ${spanUntil(expires_at)}.`;
  if (options.store === 'none') {
    terminal.write(`export COUNTERSIGN_TOKEN=${token}\n`);
    return terminal.say(said);
  }
  const requested = options.store as TokenStore | 'auto';
  const store = await orEnd(cli, token, () => {
    const kept = session.save(requested, token, { email: name, expires_at });
    profiles.set(profileName, { server, store: kept });
    return kept;
  });
  terminal.say(said);
  if (store === 'file' && requested !== 'file')
    terminal.say(`No keychain is available: the token is in ${session.place}, for you alone to read.`);
}

/** Ends the session and removes its token, if that can't be kept: no later command would find it. */
async function orEnd<Kept>(cli: Cli, token: string, keep: () => Kept): Promise<Kept> {
  try {
    return keep();
  } catch (error) {
    await cli
      .connect(token)
      .POST('/api/v1/auth/logout', {})
      .catch(() => undefined);
    try {
      cli.session.forget('keychain');
    } catch {
      // What can't be written may not be removable, either; the session has ended.
    }
    throw error;
  }
}

const WAYS: Readonly<Record<SignInMethod, (cli: Cli, options: LoginOptions) => Promise<SignedIn>>> = {
  web: signInByBrowser,
  device: signInByDevice,
  password: signInByPassword,
};

async function wayOf(cli: Cli, options: LoginOptions): Promise<SignInMethod> {
  const seesBrowser = cli.terminal.interactive && hasDisplay();
  return chooseSignInMethod(options, seesBrowser, async () => {
    const { sign_in } = await dataOf(cli.connect(null).GET('/api/v1/meta'));
    return sign_in;
  });
}

async function signInByPassword(cli: Cli, options: LoginOptions): Promise<SignedIn> {
  const email = options.email ?? (await cli.terminal.ask('E-mail address: ', '--email'));
  const password = await passwordOf(cli, options);
  const body = { email: email.trim(), password };
  // The session's list shows this to its owner.
  const headers = { 'User-Agent': userAgent() };
  const { token = '', ...rest } = await dataOf(
    cli.connect(null).POST('/api/v1/auth/login', { body, headers }),
  );
  return { token, ...rest };
}

async function passwordOf({ terminal }: Cli, { passwordStdin }: LoginOptions): Promise<string> {
  if (passwordStdin !== true) return terminal.askHidden('Password: ', '--password-stdin');
  const { text } = await import('node:stream/consumers');
  return (await text(process.stdin)).replace(/\r?\n$/, '');
}

async function logout(cli: Cli, { allProfiles }: { allProfiles?: boolean }): Promise<void> {
  if (allProfiles !== true) return signOut(cli, cli.token());
  const failures: unknown[] = [];
  for (const [name] of cli.profiles.all()) {
    const one = cli.of(name);
    const token = one.storedToken();
    if (token !== null) await signOut(one, token).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** Forgets the token, if it is the stored one, in any case. @throws ApiError or TypeError if the service did not end the session */
async function signOut(cli: Cli, token: string): Promise<void> {
  const { server, session, profile, terminal } = cli;
  const isStored = token === cli.storedToken();
  if (isStored) session.forget(profile!.store);
  try {
    await dataOf(cli.connect(token).POST('/api/v1/auth/logout', {}));
  } catch (error) {
    // A session that has already ended is a success.
    if (!(error instanceof ApiError) || error.status !== 401) {
      const what = isStored ? `The token for ${server} is removed, but its` : 'The';
      terminal.warn(`${what} session may go on: end it in the console.`);
      throw error;
    }
  }
  terminal.say(`Signed out of ${server}.`);
}

async function whoami(cli: Cli): Promise<void> {
  const me = await dataOf(cli.api.GET('/api/v1/users/me'));
  const { email, session, mfa, roles } = me;
  const names = await placeNames(cli, roles);
  await cli.printer.one(me, email, () => [
    ['Signed in as', email],
    ['Service', cli.server],
    ['Session ends', session === null ? null : whenOf(session.expires_at)],
    ['Second factor', me.kind === 'workload' ? 'none: a workload has none' : secondFactorOf(mfa)],
    ['Roles', roles.map(({ role_name, scope }) => `${role_name}${placeOf(scope, names)}`).join(', ')],
  ]);
}

function secondFactorOf({
  enrolled,
  kinds,
  fresh_until: until,
}: {
  enrolled: boolean;
  kinds: string[];
  fresh_until: string | null;
}) {
  if (!enrolled) return 'none enrolled';
  const fresh = until !== null && Date.parse(until) > Date.now();
  return `${kinds.join(', ')}; ${fresh ? `verified, valid for ${spanUntil(until)}` : 'not verified yet'}`;
}

interface Scope {
  readonly project_id?: string;
  readonly team_id?: string;
}

/** Returns the names of the places where roles are held. */
async function placeNames(cli: Cli, roles: readonly { scope: Scope }[]): Promise<Names> {
  if (cli.printer.forPrograms) return new Map();
  const { namesIn } = await import('../nouns/names.js');
  const refs = ({ scope }: { scope: Scope }): string[] => [
    ...refTo('project', scope.project_id),
    ...refTo('team', scope.team_id),
  ];
  return namesIn(cli.api, [{ head: 'where', refs }], roles);
}

function placeOf({ project_id, team_id }: Scope, names: Names): string {
  if (project_id !== undefined) return ` (project ${names.get(`project:${project_id}`) ?? project_id})`;
  return team_id === undefined ? '' : ` (team ${names.get(`team:${team_id}`) ?? team_id})`;
}

const spanUntil = (instant: string): string => spanOf((Date.parse(instant) - Date.now()) / 1000);
