import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, type components, dataOf } from '#client';
import { CliError, EXIT } from '../exit.js';
import { openPage } from '../terminal/open-page.js';
import type { Terminal } from '../terminal/terminal.js';

/** The service's lifetime of a challenge. Not taken from `expires_at`, because this machine's clock may differ. */
const MAX_WAIT_MS = 300_000;

/**
 * Steps up with a passkey in a browser where the same user is signed in. The browser signs the challenge of this session,
 * which then sends the assertion.
 *
 * @param api a client without the automatic step-up, which calls this
 * @param server whose console is opened
 * @throws CliError (timeout) when the challenge expires; ApiError
 */
export async function stepUpInBrowser(api: Client, terminal: Terminal, server: string): Promise<void> {
  const challenge = await dataOf(api.POST('/api/v1/auth/mfa/challenge', { body: { kind: 'webauthn' } }));
  const { challenge_id } = challenge;
  const handoff = await dataOf(api.POST('/api/v1/auth/mfa/handoff', { body: { challenge_id } }));
  openPage(terminal, 'Use your passkey here, in your browser', new URL(handoff.url, server));
  const response = await answerOf(api, handoff);
  await dataOf(api.POST('/api/v1/auth/mfa/verify', { body: { challenge_id, response } }));
}

async function answerOf(
  api: Client,
  { handoff_id: id, interval }: components['schemas']['HandoffResponse'],
): Promise<Record<string, never>> {
  const until = performance.now() + MAX_WAIT_MS;
  while (performance.now() < until) {
    await sleep(interval * 1000);
    const given = await dataOf(api.GET('/api/v1/auth/mfa/handoff/{id}', { params: { path: { id } } }));
    if (given) return given.response as Record<string, never>;
  }
  throw new CliError(EXIT.timeout, 'Nobody used a passkey in the browser in time.');
}
