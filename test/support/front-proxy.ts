import { once } from 'node:events';
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request as send,
  type ServerResponse,
} from 'node:http';
import { listenOnLoopback } from '../../tools/listen-on-loopback.js';

/**
 * Listens in front of a server, perhaps before that is there: an origin that the server must be told of is known then. What
 * becomes of a call, `take` says.
 */
export abstract class FrontProxy {
  protected target: URL | null = null;
  /** Browsers trust `localhost` without https: passkeys and the clipboard work there. */
  protected readonly host: string = 'localhost';
  readonly #server = createServer((request, response) => this.take(request, response));
  #port = 0;

  get url(): string {
    return `http://${this.host}:${this.#port}`;
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
    this.#port = await listenOnLoopback(this.#server);
    return this;
  }

  protected abstract take(request: IncomingMessage, response: ServerResponse): void;

  /**
   * Begins the same request at the server, over a connection of its own: one that was used before may end at that moment. If it
   * fails, so does the caller's connection.
   */
  protected onward(
    { method, headers, url }: IncomingMessage,
    response: ServerResponse,
    answered: (answer: IncomingMessage) => void,
  ): ClientRequest {
    const onward = send(new URL(url!, this.target!), { method, headers, agent: false }, answered);
    return onward.on('error', () => response.destroy());
  }
}

/** Passes an answer on. */
export function give(answer: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode!, answer.rawHeaders);
  answer.pipe(response);
}
