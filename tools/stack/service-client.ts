import { type Client, createClient } from '../../packages/client/src/index.js';

const TIMEOUT_MS = 30_000;

/** Returns a client of the service at that URL: anonymous, or with a login token. */
export function serviceClient(baseUrl: string, token?: string): Client {
  const fetch = (request: Request): Promise<Response> =>
    globalThis.fetch(request, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  return createClient({ baseUrl, token, fetch });
}
