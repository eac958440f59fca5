import createFetchClient, { type Client as FetchClient } from 'openapi-fetch';
import type { paths } from './schema.js';

/** `GET`, `POST`, `PUT` and `DELETE` for every address of the interface, typed by its description. */
export type Client = FetchClient<paths>;

export interface ClientOptions {
  /** Where the service is, for example `https://countersign.example.com`. */
  readonly baseUrl: string;
  /** The token of `POST /api/v1/auth/login`; a function is asked before each call. */
  readonly token?: string | (() => string | null | undefined);
  /** An agent's credential, for the addresses below `/api/v1/agents/{id}`. */
  readonly agentSecret?: string;
  /** Sent with every call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of the global one. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * Returns a client of one service in one name. A call gives `{ data, response }` or `{ error, response }` and throws
 * only when there is no answer; `dataOf` turns refusals into ApiError.
 */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, token, agentSecret, headers, fetch } = options;
  const client = createFetchClient<paths>({ baseUrl, headers, fetch, redirect: 'manual' });
  client.use({
    onRequest({ request }) {
      const bearer = typeof token === 'function' ? token() : token;
      if (bearer && !request.headers.has('authorization'))
        request.headers.set('authorization', `Bearer ${bearer}`);
      if (agentSecret) request.headers.set('x-agent-secret', agentSecret);
      return request;
    },
  });
  return client;
}
