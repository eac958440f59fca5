import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiError } from './api-error.js';
import { createClient } from './create-client.js';
import { dataOf } from './data-of.js';
import { everyRow } from './every-row.js';

interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}
const ID = '0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41';

describe('the client', () => {
  let server: Server;
  let baseUrl: string;
  let asked: IncomingMessage[];
  let answers: Answer[];
  beforeEach(async () => {
    [asked, answers] = [[], []];
    server = createServer((request, response) => {
      asked.push(request);
      const { status = 200, headers = {}, body } = answers.shift() ?? { body: [] };
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(body === undefined ? '' : JSON.stringify(body));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('calls the described address, with path and query parameters', async () => {
    const api = createClient({ baseUrl });
    await dataOf(api.GET('/api/v1/projects/{id}/environments', { params: { path: { id: ID } } }));
    await dataOf(api.GET('/api/v1/secrets', { params: { query: { label: ['a:b', 'c:d'], limit: 2 } } }));
    expect(asked.map(({ method, url }) => [method, url])).toEqual([
      ['GET', `/api/v1/projects/${ID}/environments`],
      ['GET', '/api/v1/secrets?label=a%3Ab&label=c%3Ad&limit=2'],
    ]);
  });

  it('gets its token before each call, and sends an agent’s credential', async () => {
    let token: string | null = null;
    const api = createClient({ baseUrl, token: () => token, headers: { 'x-from': 'spec' } });
    await api.GET('/api/v1/users/me');
    token = 'one';
    await api.GET('/api/v1/users/me');
    await createClient({ baseUrl, agentSecret: 'two' }).POST('/api/v1/agents/{id}/heartbeat', {
      params: { path: { id: ID } },
      body: {},
    });
    expect(asked.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer one', undefined]);
    expect(asked.map(({ headers }) => headers['x-from'])).toEqual(['spec', 'spec', undefined]);
    expect(asked[2]!.headers['x-agent-secret']).toBe('two');
  });

  it('throws errors that a program can branch on', async () => {
    const refusal = { error_code: 'rate_limited', message: 'Too many requests.', extra: 1 };
    const headers = { 'retry-after': '7', 'x-correlation-id': ID };
    answers = [
      { status: 429, headers, body: refusal },
      { status: 429, headers, body: refusal },
    ];
    const api = createClient({ baseUrl });
    const login = () => api.POST('/api/v1/auth/login', { body: { email: 'a@b.test', password: 'x' } });
    expect(await login()).toMatchObject({ error: refusal, response: { status: 429 } });
    const error = await dataOf(login()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      ...{ status: 429, code: 'rate_limited', message: 'Too many requests.' },
      ...{ retryAfterSeconds: 7, correlationId: ID, body: refusal },
    });
  });

  it('throws for a proxy’s response too, and follows no redirect', async () => {
    const later = { 'content-type': 'text/html', 'retry-after': 'Fri, 31 Dec 1999 23:59:59 GMT' };
    answers = [
      { status: 502, headers: later, body: 'bad gateway' },
      { status: 307, headers: { location: `${baseUrl}/elsewhere` } },
    ];
    const api = createClient({ baseUrl });
    await expect(dataOf(api.GET('/api/v1/users/me'))).rejects.toMatchObject({
      ...{ status: 502, code: '', retryAfterSeconds: null },
    });
    await expect(dataOf(api.GET('/api/v1/users/me'))).rejects.toMatchObject({ status: 307 });
    expect(asked).toHaveLength(2);
  });

  it('returns undefined for a response without a body', async () => {
    answers = [{ status: 204 }];
    const api = createClient({ baseUrl });
    const done = await dataOf(api.DELETE('/api/v1/roles/{id}', { params: { path: { id: ID } } }));
    expect(done).toBeUndefined();
  });

  it('iterates over a list page by page, and stops at the last', async () => {
    const next = `</api/v1/projects?limit=2&cursor=abc%3D>; rel="next"`;
    answers = [{ headers: { link: next }, body: [{ id: '1' }, { id: '2' }] }, { body: [{ id: '3' }] }];
    const api = createClient({ baseUrl });
    const ids: string[] = [];
    const pages = everyRow((cursor) =>
      api.GET('/api/v1/projects', { params: { query: { limit: 2, cursor } } }),
    );
    for await (const { id } of pages) ids.push(id);
    expect(ids).toEqual(['1', '2', '3']);
    expect(asked.map(({ url }) => url)).toEqual([
      '/api/v1/projects?limit=2',
      '/api/v1/projects?limit=2&cursor=abc%3D',
    ]);
  });
});
