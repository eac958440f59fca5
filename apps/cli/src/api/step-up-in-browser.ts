import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, type components, dataOf } from '#client';
import { CliError, EXIT } from '../exit.js';
import { openPage } from '../terminal/open-page.js';
import type { Terminal } from '../terminal/terminal.js';

/** As long as the service keeps a challenge. Its `expires_at` is of another clock, which this machine's may differ from. */
const MAX_WAIT_MS = 300_000;

/**
 * Shows the session's passkey in a browser where the same person is signed in. The browser signs this session's own
 * challenge, and this session sends what it said.
 *
 * @param api without the gate that brings here
 * @param server whose console is opened
 * @throws CliError (timeout) where nobody did it in time; ApiError
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
