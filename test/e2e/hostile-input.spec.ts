import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestClient } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD, startStack, type TestStack } from '../support/test-stack.js';

const ID = '0198a000-0000-7000-8000-000000000001';

describe('hostile input', () => {
  let stack: TestStack;
  let admin: TestClient;
  beforeAll(async () => {
    stack = await startStack();
    admin = await new TestClient(stack.apis[0]!.url).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  }, 60_000);
  afterAll(() => stack.stop());

  const raw = (bytes: string | Buffer): Promise<string> =>
    new Promise((resolve, reject) => {
      const { port } = new URL(stack.apis[0]!.url);
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString('latin1')));
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
      socket.setTimeout(15_000, () => socket.destroy());
    });
  const post = (
    path: string,
    body: string | Buffer,
    headers: Record<string, string> = {},
  ): Promise<string> => {
    const all = { host: 'x', connection: 'close', 'content-type': 'application/json', ...headers };
    const withLength = {
      'content-length': String(Buffer.byteLength(body)),
      ...all,
      authorization: `Bearer ${admin.token}`,
    };
    const head = Object.entries(withLength).map(([name, value]) => `${name}: ${value}`);
    return raw(
      Buffer.concat([
        Buffer.from(`POST /api/v1${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`),
        Buffer.from(body),
      ]),
    );
  };
  const statusOf = (answer: string): number => Number(answer.split(' ')[1]);

  it.each<[string, string | Buffer]>([
    ['a NUL', '{"name":"a\\u0000b"}'],
    ['a lone surrogate', '{"name":"\\ud800"}'],
    ['bad UTF-8', Buffer.from([0x7b, 0x22, 0x6e, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d])],
    ['a duplicate member', '{"name":"a","name":"b"}'],
    ['10,000 levels', `{"name":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
    ['__proto__', '{"name":"a","__proto__":{"admin":true}}'],
    ['constructor', '{"name":"a","constructor":{"prototype":{}}}'],
    ['a name that clears the screen', '{"name":"a\\u001b[2J"}'],
    ['a name with a control character of Latin-1', '{"name":"a\\u009b2J"}'],
    ['a name of two lines', '{"name":"a\\nb"}'],
    ['an array for a string', '{"name":["a"]}'],
    ['an object for a string', '{"name":{"a":1}}'],
    ['a number for a string', '{"name":1}'],
    ['an unknown member', '{"name":"a","nmae":"b"}'],
    ['an array for the body', '[]'],
    ['no JSON', 'name=a'],
    ['a cut body', '{"name":"a'],
  ])('a body with %s is 400 with the reason in both envelopes, without the input', async (_name, body) => {
    const answer = await post('/teams', body);
    expect(statusOf(answer)).toBe(400);
    expect(answer).toContain('"error_code":"validation_failed"');
  });

  it('refuses a gzip bomb, a form, and a text body with 415', async () => {
    expect(
      statusOf(await post('/teams', gzipSync(Buffer.alloc(50_000_000)), { 'content-encoding': 'gzip' })),
    ).toBe(415);
    expect(
      statusOf(await post('/teams', 'name=a', { 'content-type': 'application/x-www-form-urlencoded' })),
    ).toBe(415);
    expect(statusOf(await post('/teams', '{"name":"a"}', { 'content-type': 'text/plain' }))).toBe(415);
  });

  it('answers 413 to an announced gigabyte at once, before any of it was sent', async () => {
    const answer = await raw(
      `POST /api/v1/teams HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${admin.token}\r\n` +
        'content-type: application/json\r\ncontent-length: 1073741824\r\n\r\n',
    );
    expect(statusOf(answer)).toBe(413);
    expect(answer).toContain('payload_too_large');
  });

  it('answers a caller who sends too much, though the body is still in transit', async () => {
    const body = Buffer.alloc(9 * 1024 * 1024, 0x20);
    const { port } = new URL(stack.apis[0]!.url);
    const socket = connect(Number(port), '127.0.0.1').pause();
    const lost: Error[] = [];
    socket.on('error', (error) => lost.push(error));
    const head = `host: x\r\nauthorization: Bearer ${admin.token}\r\ncontent-type: application/json\r\n`;
    socket.write(`POST /api/v1/teams HTTP/1.1\r\n${head}content-length: ${body.length}\r\n\r\n`);
    await new Promise((resolve) => socket.write(body, resolve));
    const answer = await new Promise<string>((resolve) => {
      socket.once('data', (chunk) => resolve(chunk.toString('latin1'))).once('close', () => resolve(''));
      socket.resume();
    });
    socket.destroy();
    expect(lost).toEqual([]);
    expect(statusOf(answer)).toBe(413);
  });

  it('never reads the body of an unauthenticated caller: 401 precedes 413 and bad JSON', async () => {
    const answer = await raw(
      'POST /api/v1/teams HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 1073741824\r\n\r\n{',
    );
    expect(statusOf(answer)).toBe(401);
  });

  it.each([
    ['an invalid id', 'GET', '/requests/1', 400],
    ['a path with bad percent signs', 'GET', '/requests/%E0%A4%A', 400],
    ['an encoded slash', 'GET', `/requests/${ID}%2Fwraps`, 404],
    ['a doubled slash', 'GET', `/requests//${ID}`, 404],
    ['a trailing slash', 'GET', `/requests/${ID}/`, 404],
    ['another case', 'GET', `/Requests/${ID}`, 404],
    ['an unknown route', 'GET', '/nothing', 404],
    ['an address outside the prefix', 'GET', 'nothing', 404],
    ['a method that the route does not have', 'PUT', '/teams', 405],
    ['a filter given twice', 'GET', '/requests?status=a&status=b', 400],
    ['a filter in brackets', 'GET', '/requests?limit[$gt]=1', 400],
    ['a limit of 0', 'GET', '/requests?limit=0', 400],
    ['a limit over 1000', 'GET', '/requests?limit=1001', 400],
    ['a limit in hexadecimal digits', 'GET', '/requests?limit=0x10', 400],
    ['a limit with an exponent', 'GET', '/requests?limit=1e2', 400],
    ['a limit with a blank', 'GET', '/requests?limit=%205', 400],
    ['no seconds of silence', 'GET', '/agents?silent_seconds=', 400],
    ['a size of the log in binary digits', 'GET', '/audit-checkpoints/consistency?from=0b1&to=2', 400],
    ['a made-up cursor', 'GET', '/requests?cursor=AAAA', 400],
    ['a NUL in a query', 'GET', '/audit-events?actor=%00', 400],
    ['a NUL in an e-mail to look for', 'GET', '/users?email=a%00b', 400],
    ['a NUL in one of several labels', 'GET', '/secrets?label=a:b&label=a:%00', 400],
  ])('%s is refused', async (_name, method, path, status) => {
    const answer = await admin.call(method, path, method === 'PUT' ? {} : undefined);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ error_code: expect.any(String), message: expect.any(String) });
    expect(answer.headers.get('x-correlation-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  const GET = 'GET /api/v1/users/me HTTP/1.1\r\nhost: x\r\n';
  const LOGIN = 'POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
  it.each([
    ['something other than HTTP', 'NONSENSE\r\n\r\n', 400],
    ['an unknown version', 'GET / HTTP/9.9\r\nhost: x\r\n\r\n', 400],
    ['headers of 20 KB', `${GET}x-a: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['bytes beyond ASCII in the path', 'GET /api/v1/\u00e4 HTTP/1.1\r\nhost: x\r\n\r\n', 400],
    [
      'two contradicting lengths',
      `${LOGIN}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['an invalid length', `${LOGIN}content-length: abc\r\n\r\n`, 400],
    ['an invalid chunk', `${LOGIN}transfer-encoding: chunked\r\n\r\nZZ\r\n`, 400],
    [
      'an unknown expectation',
      `${LOGIN}expect: 200-maybe\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}`,
      417,
    ],
  ])('answers %s in the envelope and with the headers of every other error', async (_name, bytes, status) => {
    const [head = '', body = ''] = (await raw(bytes)).split('\r\n\r\n');
    expect(statusOf(head)).toBe(status);
    expect(JSON.parse(body)).toMatchObject({
      ...{ error_code: 'validation_failed', message: expect.any(String) },
      ...{ code: 'validation_failed', error: expect.any(String), fields: [expect.anything()] },
    });
    expect(head).toMatch(/x-correlation-id: [0-9a-f-]{36}/i);
    expect(head).toMatch(/x-content-type-options: nosniff/i);
    expect(head).toMatch(/content-security-policy: .*frame-ancestors 'none'/i);
  });

  it('distinguishes a caller who disconnects in mid-body from an unavailable dependency', async () => {
    const port = Number(new URL(stack.apis[0]!.url).port);
    const known = stack.apis[0]!.output().length;
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(`${LOGIN}content-length: 100\r\n\r\n{"email":`, () => socket.resetAndDestroy());
      });
      socket.on('error', () => undefined).on('close', () => resolve());
    });
    const added = (): string => stack.apis[0]!.output().slice(known);
    await eventually(() => Promise.resolve(added().includes('"status":499')), 'the log line');
    expect(added()).not.toContain('dependency unavailable');
  });

  it('logs each call by route and outcome, without its content, and no probes', async () => {
    const known = stack.apis[0]!.output().length;
    await admin.get(`/workflows/${ID}?cursor=asked-for`);
    for (const path of ['healthz', 'readyz', 'metrics']) await admin.call('GET', path);
    await admin.call('DELETE', '/teams');
    const added = (): string => stack.apis[0]!.output().slice(known);
    await eventually(() => Promise.resolve(added().includes('method_not_allowed')), 'the last line');
    expect(
      added()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { method: 'GET', route: '/api/v1/workflows/:id', status: 404, error_code: 'workflow_not_found' },
      { method: 'DELETE', status: 405, error_code: 'method_not_allowed' },
    ]);
    for (const sent of [ID, 'asked-for', admin.address]) expect(added()).not.toContain(sent);
  });

  it('names the allowed methods when it refuses one', async () => {
    const answer = await admin.call('PUT', '/teams', {});
    expect(answer.headers.get('allow')).toBe('GET, POST');
    for (const method of ['OPTIONS', 'PATCH', 'DELETE'])
      expect((await admin.call(method, '/teams')).headers.get('allow')).toBe('GET, POST');
    for (const path of ['healthz', 'readyz', 'metrics'])
      expect((await admin.call('POST', path, {})).headers.get('allow')).toBe('GET');
  });

  it('survives malformed headers', async () => {
    const tricks = [
      'Bearer',
      'Bearer  ',
      'Basic YTpi',
      `Bearer ${'a'.repeat(7000)}`,
      'Bearer a.b.c',
      'bearer null',
    ];
    for (const authorization of tricks) {
      expect((await admin.get('/users/me', { headers: { authorization } })).status).toBe(401);
    }
    expect((await admin.get('/users/me', { headers: { 'x-correlation-id': 'a'.repeat(5000) } })).status).toBe(
      200,
    );
    const chosen = randomUUID();
    const adopted = await admin.get('/users/me', { headers: { 'x-correlation-id': chosen } });
    expect(adopted.headers.get('x-correlation-id')).toBe(chosen);
    // One of version 7 could be that of somebody's request (D103).
    const replaced = await admin.get('/users/me', { headers: { 'x-correlation-id': ID } });
    expect(replaced.headers.get('x-correlation-id')).not.toBe(ID);
  });

  it('sends headers against sniffing, framing and storing', async () => {
    const { headers } = await admin.get('/users/me');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('is healthy after all of this', async () => {
    expect((await admin.get('/users/me')).status).toBe(200);
    expect(stack.apis[0]!.output()).not.toContain('unhandled error');
  });
});
