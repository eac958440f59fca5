import type { IncomingMessage, ServerResponse } from 'node:http';
import { LoopbackServer } from './loopback-server.js';

/** A request to the store's server. */
export interface StoreRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: Buffer;
}

export interface StoreAnswer {
  status: number;
  headers?: Record<string, string>;
  /** Text is sent unchanged, anything else as JSON. */
  body?: unknown;
}

type Handler = (request: StoreRequest) => StoreAnswer | Promise<StoreAnswer>;

interface Fault {
  match: RegExp;
  answer: StoreAnswer;
  left: number;
}

/**
 * An HTTP server in place of a store: `handle` is the store, and a test can intercept. A request is identified by its line,
 * `METHOD url`, followed by AWS's operation if there is one.
 */
export class FakeStoreServer extends LoopbackServer {
  /** The line of each request. */
  readonly seen: string[] = [];
  /** The text of each answer. */
  readonly answered: string[] = [];
  /** Prepended to the text of every response. */
  padding = '';
  readonly #faults: Fault[] = [];
  readonly #interrupts: { match: RegExp; act: () => unknown; left: number }[] = [];

  /** @param tls as LoopbackServer takes it */
  constructor(
    private readonly handle: Handler,
    tls: { cert: string; key: string } | null = null,
  ) {
    super(tls);
  }

  /** Runs `act` right before the next `left` requests of that line reach the store. */
  before(match: RegExp, act: () => unknown, left = 1): void {
    this.#interrupts.push({ match, act, left });
  }

  /** Responds to the next `left` requests of that line with this, without passing them to the store. */
  fail(match: RegExp, answer: StoreAnswer, left = Infinity): void {
    this.#faults.push({ match, answer, left });
  }

  /** Ends every `fail`. */
  heal(): void {
    this.#faults.length = 0;
  }

  protected async respond(request: IncomingMessage, sent: Buffer, response: ServerResponse): Promise<void> {
    const { status, headers, text } = await this.#answer(request, sent);
    this.answered.push(text);
    response.writeHead(status, headers).end(this.padding + text);
  }

  async #answer(
    incoming: IncomingMessage,
    sent: Buffer,
  ): Promise<{ status: number; headers: Record<string, string>; text: string }> {
    const request = requestOf(incoming, sent);
    const line = `${request.method} ${incoming.url} ${request.headers['x-amz-target'] ?? ''}`.trim();
    this.seen.push(line);
    const interrupt = this.#interrupts.find(({ match, left }) => left > 0 && match.test(line));
    if (interrupt) {
      interrupt.left -= 1;
      await interrupt.act();
    }
    const fault = this.#faults.find(({ match, left }) => left > 0 && match.test(line));
    if (fault) fault.left -= 1;
    const { status, headers, body } = fault?.answer ?? (await this.handle(request));
    const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
    return { status, headers: { 'Content-Type': 'application/json', ...headers }, text };
  }
}

/** Forwards every request unchanged to a real server at `url`. */
export function forwardTo(url: string): Handler {
  return async ({ method, path, query, headers, body }) => {
    const { host: _host, connection: _connection, 'content-length': _length, ...rest } = headers;
    const search = query.size > 0 ? `?${query.toString()}` : '';
    const isBodiless = method === 'GET' || method === 'HEAD';
    const answer = await fetch(`${url}${path}${search}`, {
      method,
      headers: rest,
      ...(isBodiless ? {} : { body: new Uint8Array(body) }),
    });
    const {
      'content-encoding': _encoding,
      'transfer-encoding': _transfer,
      ...kept
    } = Object.fromEntries(answer.headers);
    delete kept['content-length'];
    return { status: answer.status, headers: kept, body: await answer.text() };
  };
}

function requestOf(incoming: IncomingMessage, body: Buffer): StoreRequest {
  const url = new URL(incoming.url ?? '/', 'http://fake');
  return {
    method: incoming.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
    ),
    body,
  };
}
