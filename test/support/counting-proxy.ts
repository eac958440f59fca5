import { once } from 'node:events';
import { createServer, type IncomingMessage, request as send, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Stands before a server and keeps the method and path of every request that passes. It can listen before the server is
 * there: an origin that the server must be told of is known then.
 */
export class CountingProxy {
  /** As `GET /path`, in the order in which they came. */
  readonly passed: string[] = [];
  /** Of which calls, `METHOD /path`, nobody hears the answer although they are carried out. */
  loseAnswer: ((call: string) => boolean) | null = null;
  #target: URL | null = null;
  readonly #server = createServer((request, response) => this.#pass(request, response));

  private constructor() {}

  static async listen(): Promise<CountingProxy> {
    const proxy = new CountingProxy();
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  /** Browsers trust `localhost` without https: passkeys and the clipboard work there. */
  get url(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  passTo(target: string): void {
    this.#target = new URL(target);
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  #pass(request: IncomingMessage, response: ServerResponse): void {
    const { method, headers } = request;
    const url = new URL(request.url!, this.#target!);
    const call = `${method} ${url.pathname}`;
    this.passed.push(call);
    const onward = send(url, { method, headers }, (answer) => {
      if (this.loseAnswer?.(call) === true) return void response.destroy();
      response.writeHead(answer.statusCode!, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  }
}
