import { Agent, request } from 'node:http';
import type { Journal, Operation } from './journal.js';

const TIMEOUT_MS = 60_000;
const connections = new Agent({ keepAlive: true, maxSockets: 256 });

export interface Answer {
  readonly status: number | null;
  readonly body: any;
}

export interface Ask {
  readonly operation: Operation;
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Which api process. */
  readonly api: number;
  readonly about?: Readonly<Record<string, string>>;
  /** The ids in a good answer. */
  readonly learn?: (body: any) => Record<string, string>;
  /** The value in a good answer. */
  readonly value?: (body: any) => Promise<string>;
}

/**
 * Makes calls and writes down what came of each. A lost connection is an outcome, not an error. Not by packages/client: an
 * answer that is cut off counts as lost, and up to 256 connections are kept.
 */
export class Client {
  constructor(
    private readonly apis: readonly string[],
    private readonly journal: Journal,
    private readonly story: string,
    private readonly headers: Readonly<Record<string, string>>,
  ) {}

  async ask(ask: Ask): Promise<Answer> {
    const atMs = this.journal.now();
    const { operation, api } = ask;
    const answer = await this.send(ask).catch((): Answer => ({ status: null, body: null }));
    const good = answer.status !== null && answer.status < 300;
    const value = good && answer.status === 200 && ask.value ? await ask.value(answer.body) : undefined;
    this.journal.note({
      ...{ operation, story: this.story, api, atMs, tookMs: this.journal.now() - atMs },
      ...{ status: answer.status, code: good ? null : ((answer.body?.error_code as string) ?? null) },
      about: { ...ask.about, ...(good ? ask.learn?.(answer.body) : {}) },
      ...(value === undefined ? {} : { value }),
    });
    return answer;
  }

  private send(ask: Ask): Promise<Answer> {
    const text = ask.body === undefined ? '' : JSON.stringify(ask.body);
    const headers = {
      ...this.headers,
      ...ask.headers,
      ...(ask.body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    };
    const method = ask.method ?? 'POST';
    return new Promise((resolve, reject) => {
      const url = `${this.apis[ask.api]!}/api/v1${ask.path}`;
      const sent = request(url, { agent: connections, method, headers, timeout: TIMEOUT_MS }, (answer) => {
        const chunks: Buffer[] = [];
        answer
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('error', reject)
          .on('aborted', () => reject(new Error('cut off')))
          .on('end', () => resolve({ status: answer.statusCode!, body: read(Buffer.concat(chunks)) }));
      });
      sent.on('timeout', () => sent.destroy(new Error('no answer')));
      sent.on('error', reject).end(text);
    });
  }
}

function read(bytes: Buffer): unknown {
  try {
    return bytes.length === 0 ? null : JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}

/** Returns whether a call is worth repeating: no answer came, or a dependency was out of reach. */
export function isLost({ status }: Answer): boolean {
  return status === null || status === 503;
}
