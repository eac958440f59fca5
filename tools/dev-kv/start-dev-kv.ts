import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { listenOnLoopback } from '../listen-on-loopback.js';
import { answerErrors, type KvAnswer } from './kv-answer.js';
import { secondsOf } from './kv-auth-method.js';
import type { KvLogins, LoginOptions } from './kv-logins.js';
import type { MountPlace } from './kv-mounts.js';
import { KvServer } from './kv-server.js';

const BODY_LIMIT = 4 * 1024 * 1024;

export interface DevKvOptions {
  /** 0 (the default) takes any free port; the address is always 127.0.0.1. */
  port?: number;
  /** PEM of a certificate and its key; http without them. */
  tls?: { cert: string; key: string };
  /** The root token; logins and `auth/token/create` issue others. */
  token: string;
  /** Accepted logins and their TTLs. Default: none. */
  logins?: LoginOptions;
  /** Default: one mount named `secret` in the root namespace. */
  mounts?: MountPlace[];
  /** Called after each response: method, path and status; never a value or a token. */
  log?: (line: string) => void;
  /** A rate limit quota like the real server's: more requests per window are answered 429. */
  rateLimit?: RateLimit;
}

export interface RateLimit {
  requests: number;
  seconds: number;
  /** The clock in milliseconds; tests pass their own. */
  now?: () => number;
}

export interface DevKv {
  url: string;
  stop(): Promise<void>;
  /** Writes a version at `<mount>/<path>` (preceded by the namespace, if any). */
  put(path: string, data: Record<string, unknown>): void;
  /** The auth methods and their issued tokens. */
  logins: KvLogins;
  /** Seals or unseals it; while sealed, every response is 503. */
  seal(sealed: boolean): void;
}

/**
 * Starts a key-value v2 server for development and tests: it speaks the protocol of Vault and
 * OpenBao, keeps everything in memory and listens on loopback only.
 */
export async function startDevKv(options: DevKvOptions): Promise<DevKv> {
  const kv = new KvServer(options.token, options.mounts ?? [{ path: 'secret' }], options.logins);
  const overLimit = options.rateLimit ? rateLimiter(options.rateLimit) : () => null;
  const listener: RequestListener = (request, response) => {
    void handle(kv, request, overLimit)
      .catch(() => answerErrors(400, ['failed to parse JSON input']))
      .then((answer) => {
        send(response, answer);
        options.log?.(`${request.method} ${request.url?.split('?')[0]} ${answer.status}`);
      });
  };
  const server = options.tls ? createTlsServer(options.tls, listener) : createServer(listener);
  const port = await listenOnLoopback(server, options.port);
  return {
    url: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    put: (path, data) => put(kv, path, data),
    logins: kv.logins,
    seal: (sealed) => void (kv.sealed = sealed),
    stop: async () => {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
}

async function handle(
  kv: KvServer,
  request: IncomingMessage,
  overLimit: () => KvAnswer | null,
): Promise<KvAnswer> {
  const url = new URL(request.url ?? '/', 'http://dev-kv');
  const body = await readJson(request);
  if (!url.pathname.startsWith('/v1/')) return answerErrors(404);
  const path = url.pathname.slice('/v1/'.length).split('/').map(decodeURIComponent).join('/');
  const header = (name: string) => String(request.headers[name] ?? '');
  const bearer = /^Bearer (.+)$/.exec(header('authorization'))?.[1];
  const token = header('x-vault-token') || (bearer ?? '');
  const namespace = header('x-vault-namespace');
  const wrapSeconds = secondsOf(header('x-vault-wrap-ttl'));
  const method = request.method ?? 'GET';
  return (
    overLimit() ?? kv.answer({ method, path, query: url.searchParams, token, namespace, wrapSeconds, body })
  );
}

function rateLimiter({ requests, seconds, now = () => performance.now() }: RateLimit): () => KvAnswer | null {
  let windowEnds = -Infinity;
  let seen = 0;
  return () => {
    const at = now();
    if (at >= windowEnds) {
      windowEnds = at + seconds * 1000;
      seen = 0;
    }
    seen += 1;
    if (seen <= requests) return null;
    return answerErrors(429, ['rate limit quota exceeded'], {
      'Retry-After': String(Math.ceil((windowEnds - at) / 1000)),
    });
  };
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_LIMIT) throw new Error('body too large');
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

function put(kv: KvServer, path: string, data: Record<string, unknown>): void {
  const segments = path.split('/');
  for (let length = segments.length - 1; length > 0; length -= 1) {
    const mount = kv.mountAt(segments.slice(0, length).join('/'));
    if (mount) {
      mount.write(segments.slice(length).join('/'), data);
      return;
    }
  }
  throw new Error('no mount is at the start of this path');
}

function send(response: ServerResponse, answer: KvAnswer): void {
  response.writeHead(answer.status, {
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json',
    ...answer.headers,
  });
  response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body));
}
