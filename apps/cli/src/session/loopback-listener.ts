import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { CliError, EXIT } from '../exit.js';

/** The parameters of the redirect: a code, or that the user refused. */
export type Redirect = { readonly code: string } | { readonly refused: true };

const CODE = /^[A-Za-z0-9_-]{43}$/;
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  Connection: 'close',
};
const CLOSE = 'You can close this tab.';

/** Listens on a loopback port for the redirect of the browser (RFC 8252 §7.3). */
export class LoopbackListener {
  readonly #server: Server;
  readonly #redirect: Promise<Redirect>;

  private constructor(server: Server, state: string) {
    this.#server = server;
    this.#redirect = new Promise((resolve) => {
      server.on('request', (request, response) => {
        const redirect = parseRedirect(request, this.redirectUri, state);
        // Responds first, because closing the server cuts open connections.
        if (redirect) response.once('close', () => resolve(redirect));
        answer(response, redirect);
      });
    });
  }

  /** @param state expected in the redirect; a request without it is from somebody else */
  static async open(state: string): Promise<LoopbackListener> {
    const server = createServer({ maxHeaderSize: 8 * 1024 }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new LoopbackListener(server, state);
  }

  get redirectUri(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  /** Resolves with the redirect. @throws CliError (timeout) */
  async waitForRedirect(milliseconds: number): Promise<Redirect> {
    const late = new CliError(EXIT.timeout, 'Nobody allowed it in the browser in time.');
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(late), milliseconds);
    });
    return Promise.race([this.#redirect, limit]).finally(() => clearTimeout(timer));
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** Returns the redirect's parameters. Other pages and programs can call the port, so path and state must match exactly. */
export function parseRedirect(
  { method, url = '', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  redirectUri: string,
  state: string,
): Redirect | null {
  const own = new URL(redirectUri);
  if (method !== 'GET' || headers.host !== own.host || !URL.canParse(url, redirectUri)) return null;
  const { pathname, searchParams } = new URL(url, own);
  if (pathname !== own.pathname || searchParams.get('state') !== state) return null;
  const code = searchParams.get('code');
  if (code !== null && CODE.test(code)) return { code };
  return searchParams.get('error') === 'access_denied' ? { refused: true } : null;
}

function answer(response: ServerResponse, redirect: Redirect | null): void {
  if (!redirect) return void response.writeHead(404, HEADERS).end(page('Nothing is here.'));
  const sentence = 'code' in redirect ? 'Go back to the command line.' : 'You refused: nobody is signed in.';
  response.writeHead(200, HEADERS).end(page(`${sentence} ${CLOSE}`));
}

function page(sentence: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Countersign</title><p>${sentence}</p></html>`;
}
