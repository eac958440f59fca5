import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { canary } from '../support/canary.js';
import { leaksIn } from '../support/canary-scan.js';
import { CommandLine } from './command-line.js';
import { type ConnectProxy, startConnectProxy } from './connect-proxy.js';
import { type JsonService, sendJson, signedIn, startService } from './json-service.js';
import { TestAuthority } from './test-authority.js';

const TOKEN = canary('token');
const WHY = canary('justification');
const ID = '01900000-0000-7000-8000-000000000001';
const env = { COUNTERSIGN_TOKEN: TOKEN };
const request = { id: ID, type: 'read', status: 'pending', warnings: [], keys: ['A'] };
const ask = ['request', 'read', 'apps/web', '-p', 'shop', '-e', 'dev', '-k', 'A', '--justification', WHY];

/** What is looked up: one project, environment and connection, and the token of a job. */
function found(url: string): unknown {
  if (url.startsWith('/actions')) return { value: 'x.y.z' };
  if (!url.includes('/users/me/projects')) return [{ id: ID, name: 'vault' }];
  return [{ id: ID, name: 'shop', environments: [{ id: ID, name: 'dev', kind: 'non_prod' }] }];
}

/** A call that changes something. */
interface Write {
  readonly key: string | undefined;
  readonly body: string;
}
type Answer = (response: ServerResponse) => void;

/** Answers each write with the next of `answers`, of which the last repeats. */
class Service {
  readonly writes: Write[] = [];
  answers: Answer[] = [];

  readonly take = (
    { method, url = '', headers }: IncomingMessage,
    response: ServerResponse,
    body: string,
  ): void => {
    if (method === 'GET') return sendJson(response, found(url));
    this.writes.push({ key: headers['idempotency-key'] as string | undefined, body });
    this.answers[Math.min(this.writes.length, this.answers.length) - 1]!(response);
  };
}

const status =
  (code: number, headers: object = {}): Answer =>
  (response) =>
    sendJson(response, { error_code: 'of_the_test', message: 'Of the test.' }, code, headers);
const done: Answer = (response) => sendJson(response, request, 201);
const later = (code: 429 | 503, seconds = '0'): Answer => status(code, { 'retry-after': seconds });

let service: Service;
let line: CommandLine;
let plain: JsonService;
beforeAll(async () => {
  plain = await startService((...given) => service.take(...given));
});
beforeEach(() => {
  service = new Service();
  line = new CommandLine(plain.url);
});
afterEach(() => line.remove());
afterAll(() => plain?.stop());

describe('a call that the service puts off', () => {
  it('is sent again as it was, with the same idempotency key', async () => {
    service.answers = [later(429), later(503, '1'), done];
    const { code, stdout, stderr } = await line.run([...ask, '-v'], { env });
    expect([code, stdout]).toEqual([0, expect.stringContaining(`Requested ${ID}`)]);
    expect(stderr.match(/trying again in \d+ s/g)).toEqual(['trying again in 0 s', 'trying again in 1 s']);
    const [first, ...others] = service.writes;
    expect(first).toEqual({
      key: expect.stringMatching(/^[0-9a-f-]{36}$/),
      body: expect.stringContaining(WHY),
    });
    expect(others).toEqual([first, first]);
    expect(leaksIn('--verbose', stderr)).toEqual([]);
  });

  it('has another key if it is asked for again', async () => {
    service.answers = [done];
    for (const _ of [1, 2]) expect(await line.run(ask, { env })).toMatchObject({ code: 0 });
    expect(new Set(service.writes.map(({ key }) => key)).size).toBe(2);
  });

  it.each([429, 503] as const)('fails with 1 after the third %d', async (code) => {
    service.answers = [later(code)];
    expect(await line.run(ask, { env })).toMatchObject({ code: 1, stdout: '' });
    expect(service.writes).toHaveLength(3);
  });

  it('is not awaited for more than a minute', async () => {
    service.answers = [later(429, '61')];
    expect(await line.run(ask, { env })).toMatchObject({ code: 1, stdout: '' });
    expect(service.writes).toHaveLength(1);
  });
});

describe('a call that changes something is sent once', () => {
  const FAULTS: [string, Answer][] = [
    ['500', status(500)],
    ['502', status(502, { 'retry-after': '0' })],
    ['503 without a time', status(503)],
    ['429 without a time', status(429)],
    ['429 with a date', status(429, { 'retry-after': 'Wed, 25 Nov 2026 10:00:00 GMT' })],
    ['a connection that ends', (response) => void response.destroy()],
  ];
  it.each(FAULTS)('if the answer is %s', async (_, answer) => {
    service.answers = [answer];
    expect(await line.run(ask, { env })).toMatchObject({ code: 1, stdout: '' });
    expect(service.writes).toHaveLength(1);
  });

  it('if it has no idempotency key', async () => {
    service.answers = [(response) => void response.destroy()];
    const args = ['api', 'POST', '/teams', '-f', 'name=shop'];
    expect(await line.run(args, { env })).toMatchObject({ code: 1, stdout: '' });
    expect(service.writes).toEqual([{ key: undefined, body: '{"name":"shop"}' }]);
  });

  it('if there is none in time: 124', async () => {
    service.answers = [() => undefined];
    const { code, stderr } = await line.run([...ask, '--timeout', '2s'], { env });
    expect([code, stderr]).toEqual([124, expect.stringContaining('did not answer in time')]);
    expect(service.writes).toHaveLength(1);
  });
});

describe('a wait', () => {
  const pending = { ...request, approvals_count: 0, min_approvers: 1 };
  const states = (...answers: Answer[]): Promise<JsonService> =>
    startService((_request, response) => (answers.length > 1 ? answers.shift()! : answers[0]!)(response));
  const is =
    (state: object): Answer =>
    (response) =>
      sendJson(response, { ...pending, ...state });

  it('survives a restart of the service', async () => {
    const restarted = await states(
      is({}),
      (response) => void response.destroy(),
      status(502),
      is({ status: 'executed' }),
    );
    const { code, stderr } = await line.run(['wait', ID, '--server', restarted.url], { env });
    restarted.stop();
    expect([code, stderr.match(/^Retrying: /gm)?.length]).toEqual([0, 2]);
    expect(stderr).toMatch(/^Waiting for approval: 0 of 1\.\n[^]*\nExecuted\.\n$/);
  });

  it('ends with 1 where nothing ever answered, and with 3 once the session is over', async () => {
    const away = await states(status(502));
    expect(await line.run(['wait', ID, '--server', away.url], { env })).toMatchObject({ code: 1 });
    away.stop();
    const over = await states(is({}), status(401));
    expect(await line.run(['wait', ID, '--server', over.url], { env })).toMatchObject({ code: 3 });
    over.stop();
  });
});

describe('a service with a certificate of one’s own authority', () => {
  let authority: TestAuthority;
  let secure: JsonService;
  beforeAll(async () => {
    authority = new TestAuthority();
    const certificate = authority.certify('IP:127.0.0.1,DNS:service.test', 30);
    secure = await startService((...given) => service.take(...given), certificate);
  });
  beforeEach(() => {
    service.answers = [later(429), done];
  });
  afterAll(() => {
    secure?.stop();
    authority?.remove();
  });
  const at = (url: string, ...more: string[]) => [...ask, '--server', url, ...more];

  it('is called with --ca-file or its variable', async () => {
    expect(await line.run(at(secure.url, '--ca-file', authority.caFile), { env })).toMatchObject({ code: 0 });
    const set = { ...env, COUNTERSIGN_CA_FILE: authority.caFile };
    expect(await line.run(at(secure.url), { env: set })).toMatchObject({ code: 0 });
    const [first, again, other] = service.writes;
    expect([again, other!.key === first!.key]).toEqual([first, false]);
  });

  it('is sent nothing otherwise, and --ca-file is named', async () => {
    const { code, stderr } = await line.run(at(secure.url), { env });
    expect([code, stderr]).toEqual([1, expect.stringContaining('name it with --ca-file')]);
    const other = new TestAuthority();
    expect(await line.run(at(secure.url, '--ca-file', other.caFile), { env })).toMatchObject({ code: 1 });
    other.remove();
    expect(service.writes).toEqual([]);
  });

  it.each([
    ['that is not there', '/no/such/file'],
    ['that is a folder', '/etc'],
  ])('is not called with a file of certificates %s', async (_, file) => {
    const { code, stdout, stderr } = await line.run(at(secure.url, '--ca-file', file), { env });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^countersign: The certificates of --ca-file can't be read: .*\.\n$/);
    // Nothing is called here, so nothing is read.
    expect(await line.run(['profile', 'list', '--ca-file', file])).toMatchObject({ code: 0, stdout: '' });
  });

  describe('behind a proxy', () => {
    let proxy: ConnectProxy;
    beforeEach(async () => {
      proxy = await startConnectProxy(secure.port);
    });
    afterEach(() => proxy.stop());
    const through = (more: Record<string, string> = {}) => ({
      env: { ...env, COUNTERSIGN_CA_FILE: authority.caFile, HTTPS_PROXY: proxy.url, ...more },
    });

    it.each(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'])(
      'is called through that of %s',
      async (name) => {
        const given = through({ HTTPS_PROXY: '', [name]: proxy.url });
        expect(await line.run(at('https://service.test'), given)).toMatchObject({ code: 0 });
        expect(new Set(proxy.tunnels.map(({ to }) => to))).toEqual(new Set(['service.test:443']));
        const [first, again] = service.writes;
        expect([service.writes.length, again]).toEqual([2, first]);
      },
    );

    it('whose password it gives to the proxy alone, and the token to the service alone', async () => {
      const given = through({ HTTPS_PROXY: proxy.url.replace('//', '//me:word@') });
      const { code, stderr } = await line.run(at('https://service.test', '-v'), given);
      expect([code, stderr.includes('word')]).toEqual([0, false]);
      expect(proxy.tunnels[0]!.authorization).toBe(`Basic ${Buffer.from('me:word').toString('base64')}`);
      expect(leaksIn('proxy', JSON.stringify(proxy.tunnels))).toEqual([]);
    });

    it.each(['NO_PROXY', 'no_proxy'])('is called directly if %s names it', async (name) => {
      expect(await line.run(at(secure.url), through({ [name]: '127.0.0.1' }))).toMatchObject({ code: 0 });
      expect(proxy.tunnels).toEqual([]);
      service.writes.length = 0;
      expect(await line.run(at(secure.url), through({ [name]: 'other.test' }))).toMatchObject({ code: 0 });
      expect(proxy.tunnels).not.toEqual([]);
    });

    it('is not called without it: 1', async () => {
      const dead = through({ HTTPS_PROXY: 'http://127.0.0.1:1' });
      expect(await line.run(at('https://service.test'), dead)).toMatchObject({ code: 1, stdout: '' });
      expect(service.writes).toEqual([]);
    });

    it('gets its own way to the issuer of a job’s token', async () => {
      service.answers = [status(401)];
      const job = {
        ACTIONS_ID_TOKEN_REQUEST_URL: 'https://service.test/actions',
        ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'x',
      };
      const login = ['login', '--workload', '--server', 'https://service.test'];
      expect(await line.run(login, through(job))).toMatchObject({ code: 3 });
      expect(service.writes.map(({ body }) => JSON.parse(body))).toEqual([{ jwt: 'x.y.z' }]);
    });
  });
});

describe('in CI', () => {
  const login = ['login', '--email', 'ada@example.test'];

  it.each(['true', '1', 'yes'])('CI=%s: nobody is asked, although there is a terminal', async (CI) => {
    const run = line.onTerminal(login, { CI });
    expect(await run.code).toBe(2);
    expect(run.screen).toContain('No prompt is possible here: "Password:". Use --password-stdin.');
    expect(service.writes).toEqual([]);
  });

  it('nothing is removed without --yes', async () => {
    service.answers = [(response) => sendJson(response, signedIn('abc'))];
    expect(await line.signIn('ada@example.test', 'x')).toMatchObject({ code: 0 });
    const removing = line.onTerminal(['profile', 'remove', 'default'], { CI: 'true' });
    expect(await removing.code).toBe(2);
    expect(removing.screen).toContain('Use --yes.');
    expect((await line.run(['profile', 'list', '-o', 'name'])).stdout).toBe('default\n');
  });

  it.each(['false', '0', ''])('CI=%s: somebody is asked', async (CI) => {
    const run = line.onTerminal(login, { CI });
    await run.shows('Password: ');
    run.type('\u0003');
    expect(await run.code).toBe(130);
  });
});
