import { once } from 'node:events';
import { createServer, type IncomingMessage, request as send, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Stands before a server, hands heads and the first byte of each body on at once, and the rest when a test says so. */
export class SlowBodyProxy {
  #rest: (() => void)[] = [];
  #begun = 0;
  #answered = 0;
  readonly #server = createServer((request, response) => void this.#pass(request, response));

  private constructor(private readonly target: URL) {}

  static async before(target: string): Promise<SlowBodyProxy> {
    const proxy = new SlowBodyProxy(new URL(target));
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** How many requests were begun since the last `forget`, and how many of them are answered. */
  get seen(): { begun: number; answered: number } {
    return { begun: this.#begun, answered: this.#answered };
  }

  forget(): void {
    [this.#begun, this.#answered] = [0, 0];
  }

  /** Hands on the rest of every body. */
  release(): void {
    for (const pass of this.#rest.splice(0)) pass();
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const { method, headers } = request;
    const onward = send(new URL(request.url!, this.target), { method, headers, agent: false }, (answer) => {
      this.#answered += 1;
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    onward.write(body.subarray(0, 1));
    this.#rest.push(() => onward.end(body.subarray(1)));
    this.#begun += 1;
  }
}
