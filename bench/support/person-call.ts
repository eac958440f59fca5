import { exchange } from '../../apps/agent/src/http/exchange.js';
import type { StoredPerson } from '../../libs/requests/src/testing/executed-reads.js';

const TIMEOUT_MS = 60_000;

/**
 * Calls the api in the name of a signed-in person. By the agent's node:http, not by packages/client: the cost of `fetch`
 * would be part of the figures.
 *
 * @param path below /api/v1, with a leading slash
 * @returns the answer's JSON
 * @throws Error for every status but 2xx
 */
export async function personCall<Answer>(
  url: string,
  person: StoredPerson,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Answer> {
  const answer = await exchange({
    ...{ method, url: new URL(`${url}/api/v1${path}`), timeoutMs: TIMEOUT_MS },
    headers: { cookie: `svc_session=${person.cookie}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (answer.status >= 300) throw new Error(`${method} ${path} gave ${answer.status}: ${answer.text}`);
  return JSON.parse(answer.text) as Answer;
}
