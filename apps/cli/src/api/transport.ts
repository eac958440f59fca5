import { setTimeout as sleep } from 'node:timers/promises';
import type { Terminal } from '../terminal/terminal.js';
import { boundedResponse } from './bounded-response.js';
import { proxyFor } from './proxy.js';

export type Send = (request: Request) => Promise<Response>;

export interface TransportOptions {
  /** PEM, trusted in addition to the root certificates bundled with Node. */
  readonly caFile: string | null;
  readonly timeoutMs: number;
  readonly verbose: boolean;
}

const MAX_WAIT_SECONDS = 60;
const MAX_ATTEMPTS = 3;

/**
 * Returns the function that sends calls, with a timeout for each. A call that the service defers (429, or 503 with
 * Retry-After) is retried after that time. --verbose prints method, path, status and correlation id; never a body or header.
 * Its calls throw CliError (usage) if the file of certificates can't be read.
 */
export function transport(options: TransportOptions, terminal: Terminal): Send {
  const { caFile, timeoutMs, verbose } = options;
  const senders = new Map<string | null, Promise<Send>>();
  return async (request) => {
    const proxy = proxyFor(new URL(request.url));
    const sender = senders.get(proxy) ?? senderFor(caFile, proxy);
    senders.set(proxy, sender);
    const sendNow = await sender;
    for (let tries = 1; ; tries += 1) {
      const began = performance.now();
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
      const response = await sendNow(new Request(request.clone(), { signal }));
      if (verbose) terminal.warn(traceOf(request, response, performance.now() - began));
      const wait = waitOf(response);
      if (wait === null || tries === MAX_ATTEMPTS) return boundedResponse(response);
      terminal.say(`The service asks to wait; trying again in ${wait} s.`);
      await response.body?.cancel();
      await sleep(wait * 1000, undefined, { signal: request.signal });
    }
  };
}

function waitOf({ status, headers }: Response): number | null {
  const seconds = headers.get('retry-after') ?? '';
  if ((status !== 429 && status !== 503) || !/^\d{1,4}$/.test(seconds)) return null;
  return Number(seconds) <= MAX_WAIT_SECONDS ? Number(seconds) : null;
}

function traceOf({ method, url }: Request, { status, headers }: Response, ms: number): string {
  const { pathname } = new URL(url);
  return `${method} ${pathname} ${status} ${headers.get('x-correlation-id') ?? '-'} ${Math.round(ms)} ms`;
}

/** Returns the global fetch, or undici's for own certificates or a proxy, since Node 20's takes no such options. */
async function senderFor(caFile: string | null, proxy: string | null): Promise<Send> {
  if (caFile === null && proxy === null) return fetch;
  const [{ trustedCertificates }, undici] = await Promise.all([
    import('./trusted-certificates.js'),
    import('undici'),
  ]);
  const ca = trustedCertificates(caFile);
  const dispatcher =
    proxy === null
      ? new undici.Agent({ connect: { ca } })
      : new undici.ProxyAgent({ uri: proxy, connect: { ca }, requestTls: { ca } });
  return async (request) => {
    const { method, headers, signal } = request;
    const body =
      method === 'GET' || method === 'HEAD' ? undefined : new Uint8Array(await request.arrayBuffer());
    const init = { method, headers: [...headers], signal, body, dispatcher, redirect: 'manual' as const };
    return await undici.fetch(request.url, init);
  };
}
