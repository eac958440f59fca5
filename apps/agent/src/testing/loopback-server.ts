import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** Base of all fake servers: listens on a free port, and reads whole requests. */
export abstract class LoopbackServer {
  url = '';
  readonly #server;

  /** @param tls PEM of a certificate and its key; without them it speaks plain http */
  constructor(private readonly tls: { cert: string; key: string } | null = null) {
    const listener: RequestListener = (request, response) =>
      void readBody(request).then((body) => this.respond(request, body, response));
    this.#server = tls ? createTlsServer(tls, listener) : createServer(listener);
  }

  protected abstract respond(
    request: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): Promise<void> | void;

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `${this.tls ? 'https' : 'http'}://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  /** Stops it and closes all connections. */
  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
