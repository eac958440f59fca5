import * as http from 'node:http';
import * as https from 'node:https';
import { ANSWER_LIMIT } from './limited-body.js';
import { retryAfterMs } from './retry-after.js';

/**
 * An HTTP request; `body` is sent as JSON text, unless the headers name another Content-Type. `ca` is PEM and replaces the
 * system's certificate authorities.
 */
export interface ExchangeRequest {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body?: string;
  timeoutMs: number;
  signal?: AbortSignal;
  ca?: string | null;
  /** Maximum size of the response in bytes; ANSWER_LIMIT by default. */
  answerLimit?: number;
}

export interface ExchangeAnswer {
  status: number;
  text: string;
  retryAfterMs: number | null;
  /** The server's span (W3C Trace Context). */
  traceparent: string | undefined;
}

/** Causes of a missing response. */
export type ExchangeFailure = 'dns' | 'tls' | 'unreachable' | 'timeout' | 'aborted' | 'answer_too_large';

/** There is no response; the message is the cause only, never an address or text from the server. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';

  constructor(readonly failure: ExchangeFailure) {
    super(failure);
  }
}

const FIRST_BYTES = 4096;

const plain = new http.Agent({ keepAlive: true });
const secure = new Map<string, https.Agent>();

/**
 * Sends a request and reads the whole response. Redirects aren't followed, because a credential is meant for one server.
 * (fetch doesn't accept a certificate authority without another package.)
 * @throws ExchangeError if there is no complete response within `timeoutMs`
 */
export async function exchange(request: ExchangeRequest): Promise<ExchangeAnswer> {
  // Not AbortSignal.any: listeners must not accumulate on a signal that lives as long as the agent.
  const ending = new AbortController();
  const abort = () => ending.abort();
  const timer = setTimeout(abort, request.timeoutMs);
  request.signal?.addEventListener('abort', abort, { once: true });
  if (request.signal?.aborted) abort();
  try {
    const answer = await send(request, ending.signal);
    return {
      status: answer.statusCode ?? 0,
      text: await readText(answer, request.answerLimit),
      retryAfterMs: retryAfterMs(answer.headers['retry-after'], Date.now()),
      traceparent: answer.headers['traceparent'] as string | undefined,
    };
  } catch (error) {
    if (error instanceof ExchangeError) throw error;
    if (request.signal?.aborted) throw new ExchangeError('aborted');
    if (ending.signal.aborted) throw new ExchangeError('timeout');
    throw new ExchangeError(failureOfCode((error as NodeJS.ErrnoException).code ?? ''));
  } finally {
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', abort);
  }
}

function send(request: ExchangeRequest, signal: AbortSignal): Promise<http.IncomingMessage> {
  const { method, url, body } = request;
  const headers: Record<string, string> = { Accept: 'application/json', ...request.headers };
  if (body !== undefined) {
    headers['Content-Type'] ??= 'application/json';
    headers['Content-Length'] = String(Buffer.byteLength(body));
  }
  return new Promise((resolve, reject) => {
    const outgoing =
      url.protocol === 'https:'
        ? https.request(url, { method, headers, signal, agent: secureAgent(request.ca ?? '') })
        : http.request(url, { method, headers, signal, agent: plain });
    outgoing.once('response', resolve).once('error', reject);
    // Node closes the connection without an error if the server switches protocols (101).
    outgoing.once('close', () => reject(new ExchangeError('unreachable')));
    outgoing.end(body);
  });
}

function secureAgent(ca: string): https.Agent {
  const existing = secure.get(ca);
  if (existing) return existing;
  const agent = new https.Agent({ keepAlive: true, minVersion: 'TLSv1.2', ...(ca === '' ? {} : { ca }) });
  secure.set(ca, agent);
  return agent;
}

/** Chunks are copied into one buffer: thousands of small ones would take many times the memory of their content. */
async function readText(answer: http.IncomingMessage, limit = ANSWER_LIMIT): Promise<string> {
  let held = Buffer.alloc(FIRST_BYTES);
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      if (size + chunk.length > limit) throw new ExchangeError('answer_too_large');
      if (size + chunk.length > held.length) {
        const larger = Buffer.alloc(Math.max(size + chunk.length, 2 * held.length));
        held.copy(larger, 0, 0, size);
        held.fill(0);
        held = larger;
      }
      chunk.copy(held, size);
      chunk.fill(0);
      size += chunk.length;
    }
    return held.toString('utf8', 0, size);
  } finally {
    // The text can't be wiped, but the buffers can.
    held.fill(0);
  }
}

/** Maps the code of a system or TLS error to the cause of a missing response. */
export function failureOfCode(code: string): 'dns' | 'tls' | 'unreachable' {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'dns';
  if (/^(ERR_TLS|ERR_SSL|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|HOSTNAME_|EPROTO)/.test(code)) return 'tls';
  return 'unreachable';
}
