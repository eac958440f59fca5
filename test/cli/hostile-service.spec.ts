import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandLine, type Ended } from './command-line.js';
import { type JsonService, signedIn, startJsonService } from './json-service.js';

const ID = '01900000-0000-7000-8000-000000000001';

/** One project with one environment and one connection. */
const listAt = (url: string): object[] => [
  url.includes('/users/me/projects')
    ? { id: ID, name: 'shop', environments: [{ id: ID, name: 'dev', kind: 'non_prod' }] }
    : { id: ID, name: 'vault' },
];

describe('a service that wants to harm who signs in to it', () => {
  let service: JsonService;
  let line: CommandLine;
  let answer: object;

  beforeAll(async () => {
    service = await startJsonService(({ method, url = '' }) => (method === 'GET' ? listAt(url) : answer));
    line = new CommandLine(service.url);
  });
  afterAll(() => {
    service?.stop();
    line?.remove();
  });

  const login = (token: unknown, ...more: string[]): Promise<Ended> => {
    answer = signedIn(token);
    return line.signIn('ada@example.test', 'x', more);
  };

  it.each([
    ['a command for the shell that evaluates it', 'x; touch pwned'],
    ['a substitution', '$(touch pwned)'],
    ['a line of its own for the tool of a keychain', 'x\ndelete-keychain login.keychain'],
    ['a control sequence', '\u001b]0;title\u0007'],
    ['nothing', ''],
    ['no text', 7],
    ['megabytes', 'x'.repeat(2_000_000)],
  ])('can’t send %s in place of a token', async (_, token) => {
    for (const store of ['none', 'file']) {
      const { code, stdout, stderr } = await login(token, '--store', store);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain('without a valid token');
    }
    expect(existsSync(join(line.home, '.local'))).toBe(false);
  });

  it('can’t have a page opened that is disguised as another', async () => {
    const authorize_url = 'https://countersign.example.com@evil.test/cli/authorize';
    answer = { request_id: 'x', authorize_url, user_code: null, interval: 5 };
    const { code, stderr } = await line.run(['login', '--web']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('a page of evil.test in a misleading way')]);
    expect(stderr).not.toContain('countersign.example.com');
  });

  it('is sent no token of another service', async () => {
    const calls: (string | undefined)[] = [];
    const ada = new CommandLine(service.url);
    const other = await startJsonService(({ headers }) => calls.push(headers.authorization));
    answer = signedIn('abc');
    await ada.signIn('ada@example.test', 'x');
    const { code, stderr } = await ada.run(['whoami', '--server', other.url]);
    expect([code, calls]).toEqual([3, []]);
    expect(stderr).toContain(`profile default is for ${service.url}`);
    other.stop();
    ada.remove();
  });

  it('finds no profile outside of the folder of profiles', async () => {
    const { code, stderr } = await login('abc', '--store', 'file', '--profile', '../../../escaped');
    expect([code, stderr]).toEqual([2, expect.stringContaining('A profile is named by')]);
    expect(readdirSync(line.home)).toEqual([]);
  });

  it('can’t write control sequences in what it names', async () => {
    answer = {
      id: `${ID}\u001b[2J\nApproved.`,
      type: 'read',
      status: 'pending\u009b2J',
      warnings: [],
      keys: ['A'],
    };
    const place = ['-p', 'shop', '-e', 'dev'];
    const env = { COUNTERSIGN_TOKEN: 'abc' };
    const { stdout } = await line.run(['request', 'read', 'apps/web', ...place, '-k', 'A'], { env });
    // eslint-disable-next-line no-control-regex -- what must not be there
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(stdout).toContain('⏎Approved.');
  });
});

describe('a service that answers without an end', () => {
  const body = Buffer.concat([Buffer.from('['), Buffer.alloc(65 * 1024 * 1024, ' '), Buffer.from(']')]);

  it.each([
    ['as it is', {}, body],
    ['compressed', { 'content-encoding': 'gzip' }, gzipSync(body, { level: 1 })],
  ])('does not fill the memory: %s', async (_, headers, bytes) => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(bytes);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const line = new CommandLine(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const { code, stdout, stderr } = await line.run(['project', 'list'], {
      env: { COUNTERSIGN_TOKEN: 'abc' },
    });
    server.close();
    line.remove();
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('larger than 64 MiB');
  });
});

describe('logout', () => {
  it('ends the session of a token that is given, and keeps another that is stored', async () => {
    const ended: (string | undefined)[] = [];
    const service = await startJsonService(({ url = '', headers }) => {
      if (url.endsWith('/logout')) ended.push(headers.authorization);
      return signedIn('stored');
    });
    const line = new CommandLine(service.url);
    await line.signIn('ada@example.test', 'x');
    const logout = (env = {}) => line.run(['logout'], { env });
    expect(await logout({ COUNTERSIGN_TOKEN: 'given' })).toMatchObject({ code: 0 });
    expect([(await logout()).code, (await logout()).code]).toEqual([0, 3]);
    expect(ended).toEqual(['Bearer given', 'Bearer stored']);
    service.stop();
    line.remove();
  });
});

describe('logout --all-profiles', () => {
  it('ends the session of each profile by its own token, whatever became of the others', async () => {
    const ended: (string | undefined)[] = [];
    const start = (token: string): Promise<JsonService> =>
      startJsonService(({ url = '', headers }) => {
        if (url.endsWith('/logout')) ended.push(headers.authorization);
        return signedIn(token);
      });
    const services = await Promise.all(['first', 'second', 'third'].map(start));
    const line = new CommandLine('http://127.0.0.1:1');
    for (const [at, { url }] of services.entries()) {
      const more = ['--server', url, '--profile', `p${at}`];
      expect(await line.signIn('ada@example.test', 'x', more)).toMatchObject({ code: 0 });
    }
    expect(await line.run(['logout', '--profile', 'p0', '--server', services[0]!.url])).toMatchObject({
      code: 0,
    });
    services[1]!.stop();
    const { code, stderr } = await line.run(['logout', '--all-profiles'], {
      env: { COUNTERSIGN_TOKEN: 'given' },
    });
    expect([code, ended]).toEqual([1, ['Bearer first', 'Bearer third']]);
    expect(stderr).toContain(`The token for ${services[1]!.url} is removed, but its session may go on`);
    expect(stderr).toContain(`Signed out of ${services[2]!.url}.`);
    for (const each of services) each.stop();
    line.remove();
  });
});
