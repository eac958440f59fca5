import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A service that answers every call with JSON. */
export interface JsonService {
  readonly url: string;
  stop(): void;
}

/** Starts one on a free port of loopback. @param answer returns what it answers to a call with this body */
export async function startJsonService(
  answer: (request: IncomingMessage, body: string) => unknown,
): Promise<JsonService> {
  const server = createServer((request, response) => {
    void text(request).then((body) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer(request, body))),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() };
}
