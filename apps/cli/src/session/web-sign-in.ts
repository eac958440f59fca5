import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type components, dataOf } from '#client';
import type { Cli } from '../cli.js';
import { CliError, EXIT } from '../exit.js';
import { openPage } from '../terminal/open-page.js';
import { clientName } from './client-name.js';
import { LoopbackListener } from './loopback-listener.js';

export type SignedIn = components['schemas']['CliTokenResponse'];
type StartedSignIn = components['schemas']['StartedCliSignInResponse'];

/** Returns a random code verifier (RFC 7636 §4.1) or state. */
const secretText = (): string => randomBytes(32).toString('base64url');
/** The service's lifetime of a sign-in. Not taken from `expires_at`, because this machine's clock may differ. */
const MAX_WAIT_MS = 300_000;

/** Signs in through a browser on this machine, which redirects to a loopback port. @throws CliError; ApiError */
export async function signInByBrowser(cli: Cli): Promise<SignedIn> {
  const [verifier, state] = [secretText(), secretText()];
  const listener = await LoopbackListener.open(state);
  try {
    const started = await start(cli, verifier, state, listener.redirectUri);
    show(cli, started);
    const redirect = await listener.waitForRedirect(MAX_WAIT_MS);
    if ('refused' in redirect) throw refused();
    const signedIn = await redeem(cli, started, verifier, redirect.code);
    if (signedIn) return signedIn;
    throw new CliError(EXIT.failed, 'The service has not received the approval. Try again.');
  } finally {
    listener.close();
  }
}

/** Signs in with a user code, typed in a browser on another machine (device flow). @throws CliError; ApiError */
export async function signInByDevice(cli: Cli): Promise<SignedIn> {
  const verifier = secretText();
  const started = await start(cli, verifier, secretText(), null);
  show(cli, started);
  const until = performance.now() + MAX_WAIT_MS;
  while (performance.now() < until) {
    await sleep(started.interval * 1000);
    const signedIn = await redeem(cli, started, verifier, null);
    if (signedIn) return signedIn;
  }
  throw new CliError(EXIT.timeout, 'Nobody allowed it in time.');
}

function start(
  cli: Cli,
  verifier: string,
  state: string,
  redirect_uri: string | null,
): Promise<StartedSignIn> {
  const code_challenge = createHash('sha256').update(verifier).digest('base64url');
  const body = { code_challenge, redirect_uri, state, client: clientName() };
  return dataOf(cli.connect(null).POST('/api/v1/auth/cli/start', { body }));
}

function show(cli: Cli, { authorize_url, user_code }: StartedSignIn): void {
  const byCode = user_code !== null;
  openPage(cli.terminal, 'Sign in here, in your browser', new URL(authorize_url, cli.server), !byCode);
  if (byCode) cli.terminal.warn(`The page asks for this code: ${user_code}`);
}

/** @returns null while the decision is pending */
async function redeem(
  cli: Cli,
  { request_id }: StartedSignIn,
  code_verifier: string,
  code: string | null,
): Promise<SignedIn | null> {
  const body = { request_id, code, code_verifier };
  return (await dataOf(cli.connect(null).POST('/api/v1/auth/cli/token', { body }))) ?? null;
}

function refused(): CliError {
  return new CliError(EXIT.forbidden, 'The sign-in was denied in the browser.');
}
