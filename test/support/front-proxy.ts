import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Listens in front of a server, perhaps before that is there: an origin that the server must be told of is known then. What
 * becomes of a call, `take` says.
 */
export abstract class FrontProxy {
  protected target: URL | null = null;
  /** Browsers trust `localhost` without https: passkeys and the clipboard work there. */
  protected readonly host: string = 'localhost';
  readonly #server = createServer((request, response) => this.take(request, response));

  get url(): string {
    return `http://${this.host}:${(this.#server.address() as AddressInfo).port}`;
  }

  passTo(target: string): void {
    this.target = new URL(target);
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  protected async open(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  protected abstract take(request: IncomingMessage, response: ServerResponse): void;
}
