import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as send,
  type ServerResponse,
} from 'node:http';
import { listenOnLoopback } from '../../tools/listen-on-loopback.js';
import type { Collector } from './collector.js';

export interface ProxyOptions {
  /** The processes behind it, taken in turn. */
  readonly targets: readonly string[];
  readonly collector: Collector;
  /** Who calls through it. */
  readonly source: string;
  /** Laid under the headers of each call: who calls, when the call does not say so itself. */
  readonly headers?: () => Record<string, string>;
}

interface Passed {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Stands before the api and shows a collector every call that becomes a request, and its answer. */
export class RecordingProxy {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #server = createServer((request, response) => void this.#take(request, response));
  #turn = 0;
  url = '';

  private constructor(private readonly options: ProxyOptions) {}

  static async start(options: ProxyOptions): Promise<RecordingProxy> {
    const proxy = new RecordingProxy(options);
    proxy.#server.keepAliveTimeout = 120_000;
    proxy.url = `http://127.0.0.1:${await listenOnLoopback(proxy.#server)}`;
    return proxy;
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
    this.#agent.destroy();
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = { ...this.options.headers?.(), ...request.headers };
    try {
      const body = await collect(request);
      const answer = await this.#pass(request, headers, body);
      this.#note(request, headers, body, answer);
      response.writeHead(answer.status, answer.headers).end(answer.body);
    } catch {
      response.destroy();
    }
  }

  async #pass(request: IncomingMessage, headers: OutgoingHttpHeaders, body: Buffer): Promise<Passed> {
    const { targets } = this.options;
    const { hostname, port } = new URL(targets[(this.#turn += 1) % targets.length]!);
    const place = { host: hostname, port, method: request.method, path: request.url, agent: this.#agent };
    const sent = { ...headers, 'transfer-encoding': undefined, 'content-length': undefined };
    // A body that was sent keeps its length, also when that is nothing.
    const announced = headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
    const length = announced ? { 'content-length': body.length } : {};
    const onward = send({ ...place, headers: defined({ ...sent, ...length }) }).on('error', () => undefined);
    const [answer] = (await once(onward.end(body), 'response')) as [IncomingMessage];
    return { status: answer.statusCode!, headers: answer.headers, body: await collect(answer) };
  }

  #note(request: IncomingMessage, headers: OutgoingHttpHeaders, sent: Buffer, answer: Passed): void {
    const { collector, source } = this.options;
    const [method, target] = [request.method!, request.url!];
    collector.record({ source, method, target, ...answer, sent: { headers, body: sent } });
  }
}

async function collect(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const defined = (headers: OutgoingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
