import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** One request as a store's server has it. */
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
  /** Text as it stands; anything else is sent as JSON. */
  body?: unknown;
}

type Handler = (request: StoreRequest) => StoreAnswer | Promise<StoreAnswer>;

interface Fault {
  match: RegExp;
  answer: StoreAnswer;
  left: number;
}

/**
 * An HTTP server that a driver takes for its store: `handle` is the store, and a test can step in between. A request
 * is known by its line, `METHOD url`, followed by AWS's operation where there is one.
 */
export class FakeStoreServer {
  /** The line of each request. */
  readonly seen: string[] = [];
  /** The text of each answer. */
  readonly answered: string[] = [];
  url = '';
  /** Comes before the text of every answer. */
  padding = '';
  readonly #faults: Fault[] = [];
  readonly #interrupts: { match: RegExp; act: () => unknown; left: number }[] = [];
  readonly #server;

  /** @param tls PEM of a certificate and its key; without them it speaks plain http */
  constructor(
    private readonly handle: Handler,
    private readonly tls: { cert: string; key: string } | null = null,
  ) {
    const listener: RequestListener = (request, response) => {
      void this.#answer(request).then(({ status, headers, text }) => {
        this.answered.push(text);
        response.writeHead(status, headers).end(this.padding + text);
      });
    };
    this.#server = tls ? createTlsServer(tls, listener) : createServer(listener);
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `${this.tls ? 'https' : 'http'}://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  /** Runs `act` right before the next `left` requests of that line reach the store. */
  before(match: RegExp, act: () => unknown, left = 1): void {
    this.#interrupts.push({ match, act, left });
  }

  /** Answers the next `left` requests of that line with this, and the store doesn't see them. */
  fail(match: RegExp, answer: StoreAnswer, left = Infinity): void {
    this.#faults.push({ match, answer, left });
  }

  async #answer(
    incoming: IncomingMessage,
  ): Promise<{ status: number; headers: Record<string, string>; text: string }> {
    const request = await readRequest(incoming);
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

/** A store's real server behind the fake's hooks: every request goes on to `url` as it came. */
export function passOnTo(url: string): Handler {
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

async function readRequest(incoming: IncomingMessage): Promise<StoreRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  const url = new URL(incoming.url ?? '/', 'http://fake');
  return {
    method: incoming.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
    ),
    body: Buffer.concat(chunks),
  };
}
