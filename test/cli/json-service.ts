import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Certificate } from './test-authority.js';

/** A service of a test. */
export interface JsonService {
  readonly url: string;
  readonly port: number;
  stop(): void;
}

/** Starts one on a free port of loopback, that answers every call with JSON. @param answer returns that, of a call with this body */
export async function startJsonService(
  answer: (request: IncomingMessage, body: string) => unknown,
): Promise<JsonService> {
  return startService((request, response, body) => sendJson(response, answer(request, body)));
}

/** Starts one whose answers are the test's. @param certificate for https */
export async function startService(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
  certificate?: Certificate,
): Promise<JsonService> {
  const take = (request: IncomingMessage, response: ServerResponse): void =>
    void text(request).then((body) => answer(request, response, body));
  const server = certificate ? createSecureServer(certificate, take) : createServer(take);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`;
  return { url, port, stop: () => void server.close() };
}

/** Returns the answer to a sign-in. */
export const signedIn = (token: unknown): object => ({
  ...{ token, expires_at: '2099-01-01T00:00:00Z' },
  user: { id: '01900000-0000-7000-8000-000000000001', email: 'ada@example.test' },
});

/** Answers with JSON. */
export function sendJson(response: ServerResponse, body: unknown, status = 200, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
