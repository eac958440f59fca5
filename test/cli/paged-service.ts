import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { signedIn } from './json-service.js';

/** Rows by the list's path, as in `/projects`. */
export type Lists = Readonly<Record<string, readonly object[]>>;

/** A service whose lists have one row a page; it answers writes with what was sent, and an id. */
export class PagedService {
  /** Each call: `GET /projects?limit=1000`. */
  readonly calls: string[] = [];
  /** The bodies of writes. */
  readonly written: object[] = [];
  /** Answers every call with this status, unless it is 200; 0 for never. */
  status = 200;
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  private constructor(private readonly lists: Lists) {}

  static async start(lists: Lists): Promise<PagedService> {
    const service = new PagedService(lists);
    service.#server.listen(0, '127.0.0.1');
    await once(service.#server, 'listening');
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search, searchParams } = new URL(request.url!, this.url);
    const path = pathname.replace('/api/v1', '');
    this.calls.push(`${request.method} ${path}${search}`);
    if (this.status === 0) return;
    response.setHeader('content-type', 'application/json');
    if (this.status !== 200)
      return void response.writeHead(this.status).end('{"error_code":"x","message":"X."}');
    if (path === '/directory/resolve') return void response.end('[]');
    if (path === '/auth/login') return void response.end(JSON.stringify(signedIn('token-of-ada')));
    if (request.method !== 'GET') return void response.end(JSON.stringify(await this.#written(request)));
    const rows = this.lists[path];
    const at = Number(searchParams.get('cursor') ?? 0);
    if (rows && at + 1 < rows.length)
      response.setHeader('link', `<${pathname}?cursor=${at + 1}>; rel="next"`);
    response.end(JSON.stringify(rows ? rows.slice(at, at + 1) : { permissions: [] }));
  }

  async #written(request: IncomingMessage): Promise<object> {
    const body = JSON.parse((await text(request)) || '{}') as object;
    this.written.push(body);
    return { ...body, id: '0197a3c2-7d10-7c3a-9b1e-00000000000f', type: 'read', warnings: [] };
  }
}
