import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { canary } from '../support/canary.js';
import { codeFor } from '../support/client.js';
import { withClient } from '../support/database-state.js';
import { eventually } from '../support/eventually.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, type World } from '../support/world.js';
import { CommandLine } from './command-line.js';

const PASSWORD = canary('password');
// Each story starts a dozen processes.
jest.setTimeout(180_000);
let stack: TestStack;
let world: World;
let developer: CommandLine;
let approver: CommandLine;
/** Of the approver's authenticator app. */
let secret: string;

beforeAll(async () => {
  stack = await startStack({ worker: true });
  world = await buildWorld(stack);
  const url = stack.apis[0]!.url;
  [developer, approver] = [new CommandLine(url), new CommandLine(url)];
  secret = await (await world.person('vera', 'approver')).enrollTotp();
}, 120_000);
afterAll(async () => {
  developer?.remove();
  approver?.remove();
  await stack?.stop();
});

const signIn = (line: CommandLine, name: string, ...more: string[]) =>
  line.signIn(`${name}@example.test`, PASSWORD, more);
const ask = (...more: string[]) =>
  developer.run(['request', 'read', 'apps/web', '-p', 'payments', '-e', 'dev', '-k', 'password', ...more]);

describe('signing in', () => {
  it('stores the token readable only by its owner, and prints where', async () => {
    const { code, stdout, stderr } = await signIn(developer, 'developer');
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(/^Signed in to http:\/\/127\.0\.0\.1:\d+ as developer@example\.test for 8 h/);
    const file = /the token is in (\S+),/.exec(stderr)?.[1] ?? '';
    expect([file, dirname(file)].map((each) => statSync(each).mode & 0o777)).toEqual([0o600, 0o700]);
    expect(await developer.json('whoami')).toMatchObject({ email: 'developer@example.test' });
    chmodSync(file, 0o644);
    expect(await developer.run(['whoami'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Others'),
    });
    chmodSync(file, 0o600);
  });

  it('prompts on a terminal, and shows neither password nor code', async () => {
    const login = approver.onTerminal(['login']);
    await login.shows('E-mail address: ');
    login.type('vera@example.test\r');
    await login.shows('Password: ');
    login.type(`${PASSWORD}\r`);
    expect(await login.code).toBe(0);
    expect(login.screen).not.toContain(PASSWORD);
    const step = approver.onTerminal(['step-up']);
    await step.shows('Second factor of vera@example.test');
    const code = codeFor(secret, 1);
    step.type(`${code}\r`);
    await step.shows('Stepped up for');
    expect([await step.code, step.screen.includes(code)]).toEqual([0, false]);
  });

  it('can be interrupted at a prompt', async () => {
    const login = approver.onTerminal(['login', '--profile', 'other']);
    await login.shows('E-mail address: ');
    login.type('\u0003');
    expect(await login.code).toBe(130);
  });

  it('shows no token on a terminal', async () => {
    const login = approver.onTerminal(['login', '--store', 'none']);
    expect(await login.code).toBe(2);
    expect(login.screen).toContain('The token would be shown.');
  });

  it('ends the session of which it can’t keep the token', async () => {
    const sql = 'SELECT count(*)::int AS active FROM sessions WHERE revoked_at IS NULL';
    const active = () =>
      withClient(stack.databaseUrl, async (client) => (await client.query(sql)).rows[0].active as number);
    const line = new CommandLine(stack.apis[0]!.url);
    const before = await active();
    const env = { XDG_STATE_HOME: '/dev/null' };
    const { code, stderr } = await line.signIn('developer@example.test', PASSWORD, [], env);
    expect([code, stderr]).toEqual([2, expect.stringContaining('ENOTDIR')]);
    expect(await active()).toBe(before);
    line.remove();
  });

  it('stores nothing with --store none', async () => {
    const line = new CommandLine(stack.apis[0]!.url);
    const { stdout } = await signIn(line, 'developer', '--store', 'none');
    const token = /^export COUNTERSIGN_TOKEN=(\S+)\n$/.exec(stdout)?.[1] ?? '';
    expect(readdirSync(line.home)).toEqual([]);
    expect(await line.run(['whoami'])).toMatchObject({ code: 3 });
    const whoami = ['whoami', '--template', '{{email}}'];
    const env = { COUNTERSIGN_TOKEN: token };
    expect((await line.run(whoami, { env })).stdout).toBe('developer@example.test\n');
    const file = join(line.home, 'token');
    writeFileSync(file, `${token}\n`, { mode: 0o600 });
    expect((await line.run([...whoami, '--token-file', file])).stdout).toBe('developer@example.test\n');
    const empty = { COUNTERSIGN_TOKEN_FILE: '', COUNTERSIGN_OUTPUT: '', ...env };
    expect(await line.run(['whoami'], { env: empty })).toMatchObject({ code: 0, stderr: '' });
    line.remove();
  });
});

describe('a request', () => {
  it('is submitted by names, approved by another person, and awaited', async () => {
    const asked = await ask('--justification', 'the deploy fails');
    expect(asked.stdout).toMatch(/^Requested [0-9a-f-]{36} \(read\); needs 1 approval, ends in \d+ \w+\.\n$/);
    const id = /[0-9a-f-]{36}/.exec(asked.stdout)![0];
    const show = await developer.run(['request', 'show', '@last']);
    expect(show.stdout).toContain('the deploy fails');
    for (const given of [id, id.slice(0, 13), `${stack.apis[0]!.url}/requests/${id}`])
      expect(await approver.json('request', 'show', given)).toMatchObject({ id, status: 'pending' });
    expect((await approver.run(['request', 'list', '--waiting', '-o', 'name'])).stdout).toBe(`${id}\n`);
    const waiting = developer.run(['wait', id, '--for', 'approved', '--at-most', '60s']);
    expect(await approver.run(['approve', id, '--comment', 'go on'])).toMatchObject({
      code: 0,
      stderr: 'Approved: 1 of 1.\n',
    });
    expect(await waiting).toMatchObject({ code: 0, stdout: '' });
    const events = (await developer.run(['request', 'show', id, '--timeline', '--fields', 'what'])).stdout;
    expect(events).toMatch(/^WHAT\nsubmitted\nvote\n/);
  });

  it('is listed for people and for programs', async () => {
    const table = (await developer.run(['request', 'list', '--mine'])).stdout.split('\n');
    expect(table[0]).toMatch(/^ID +STATUS +TYPE +PROJECT +ENV +SECRET +REQUESTER +ENDS +ASKED$/);
    expect(table[1]).toMatch(/approved +read +payments +dev +apps\/web +developer@example\.test/);
    const [row] = await developer.json('request', 'list', '--mine', '--limit', '1');
    const line = await developer.run(['request', 'list', '--mine', '-o', 'ndjson', '--limit', '1']);
    expect(JSON.parse(line.stdout)).toEqual(row);
    const yaml = await developer.run(['request', 'show', row.id, '-o', 'yaml']);
    expect(yaml.stdout).toContain(`id: ${row.id}\n`);
    const fields = await developer.run([
      'request',
      'list',
      '--limit',
      '1',
      '--fields',
      'names.project,status',
    ]);
    expect(fields.stdout).toBe('NAMES.PROJECT  STATUS\npayments       approved\n');
  });

  it('shows untrusted text, and never lets it control the terminal', async () => {
    await ask('--justification', 'a\u001b]0;owned\u0007b\u202ec\u009b2J');
    for (const format of ['table', 'json', 'yaml', 'ndjson']) {
      const { stdout } = await developer.run(['request', 'show', '@last', '-o', format]);
      for (const control of ['\u001b', '\u0007', '\u202e', '\u009b']) expect(stdout).not.toContain(control);
    }
  });

  it('is listed by its place, and what waits without filters', async () => {
    const count = async (...more: string[]): Promise<number> =>
      (await developer.json('request', 'list', '--mine', ...more)).length;
    const place = ['-p', 'payments', '-e'];
    expect(await count()).toBeGreaterThan(0);
    expect([await count(...place, 'dev'), await count(...place, 'prod')]).toEqual([await count(), 0]);
    for (const filter of [['--env', 'dev'], ['--mine'], ['--status', 'pending']])
      expect(await developer.run(['request', 'list', '--waiting', ...filter])).toMatchObject({ code: 2 });
  });

  it('is opened in the browser of a desktop, once it is submitted', async () => {
    const folder = join(developer.home, 'desktop');
    mkdirSync(folder);
    writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\necho "$@" >'${folder}/opened'\n`, { mode: 0o755 });
    const place = ['-p', 'payments', '-e', 'dev', '-k', 'password'];
    const env = { DISPLAY: ':9', PATH: `${folder}:${process.env.PATH}` };
    const { stdout } = await developer.run(
      ['request', 'read', 'apps/web', ...place, '--open', '-o', 'name'],
      { env },
    );
    const page = `${stack.apis[0]!.url}/requests/${stdout}`;
    const opened = join(folder, 'opened');
    await eventually(async () => existsSync(opened) && readFileSync(opened, 'utf8') === page, page);
    // Where there is none, only its address is printed.
    const without = await ask('--open');
    const [id] = /[0-9a-f-]{36}/.exec(without.stdout)!;
    expect(without.stderr).toContain(`\nIts page: ${stack.apis[0]!.url}/requests/${id}\n`);
  });

  it('is listed before older ones', async () => {
    const { id } = await developer.json('request', 'show', '@last');
    const [newest, older] = await developer.json('request', 'list', '--mine', '--limit', '2');
    expect([newest.id, newest.created_at > older.created_at]).toEqual([id, true]);
  });
});

describe('a message', () => {
  it('is the version, once', async () => {
    expect(await developer.run(['--version'])).toMatchObject({ code: 0, stdout: '0.1.0\n', stderr: '' });
  });

  it.each([
    [
      'the names to choose from',
      ['request', 'read', 'r', '-p', 'payments', '-e', 'production', '-k', 'a'],
      /no environment of payments named production[^]*Known: dev, prod\./,
    ],
    ['the known statuses', ['request', 'list', '--status', 'open'], /^countersign: [^]*pending_values/],
    ['where the options are', ['request', 'read', 'r'], /^countersign: [^]*--project[^]*--help/],
    [
      'a missing value once',
      ['--server'],
      /^countersign: option '--server <url>' argument missing\nAdd [^\n]*\n$/,
    ],
    [
      'what to try without a service',
      ['login', '--server', 'http://127.0.0.1:1', '--email', 'a@example.test', '--password-stdin'],
      /did not answer[^]*doctor/,
    ],
    ['how to get a permission', ['user', 'list'], /user_role\.edit[^]*countersign role list/],
  ])('says %s', async (_, args, words) => {
    expect((await developer.run(args)).stderr).toMatch(words);
  });

  it('names the places where one holds a role', async () => {
    await world.person('tess', 'developer', { scope: { team_id: world.team.id } });
    const line = new CommandLine(stack.apis[0]!.url);
    await signIn(line, 'tess');
    const { stdout } = await line.run(['whoami']);
    line.remove();
    expect(stdout).toMatch(/^Roles +developer \(team platform\)$/m);
  });

  it('shortens a long reference on a terminal, and nowhere else', async () => {
    const ref = `apps/${'long/'.repeat(40)}end`;
    await developer.run(['request', 'read', ref, '-p', 'payments', '-e', 'dev', '-k', 'a']);
    const run = developer.onTerminal(['request', 'list', '--mine', '--limit', '1']);
    expect(await run.code).toBe(0);
    expect(run.screen).toMatch(/apps\/long\/[a-z/]*…[a-z/]*\/end/);
    expect((await developer.run(['request', 'list', '--mine', '--limit', '1'])).stdout).toContain(ref);
  });
});

describe('the exit code', () => {
  it.each([
    ['no session', ['whoami', '--profile', 'nobody'], 3],
    ['an unknown command', ['requst'], 2],
    ['an unknown option', ['whoami', '--loud'], 2],
    ['an output that there is not', ['whoami', '-o', 'xml'], 2],
    ['a body that is refused', ['api', 'POST', '/requests/read', '-f', 'keys=1'], 2],
    ['what one may not do', ['api', 'POST', '/teams', '-f', 'name=mine'], 4],
    ['one’s own request', ['approve', '@last'], 4],
    ['an unknown request', ['request', 'show', '0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41'], 5],
    ['an unknown project', ['request', 'read', 'r', '-p', 'none', '-e', 'dev', '-k', 'a'], 5],
    [
      'a service that is not there',
      ['login', '--server', 'http://127.0.0.1:1', '--email', 'a@example.test', '--password-stdin'],
      1,
    ],
    ['another service than that of the session', ['whoami', '--server', 'http://127.0.0.1:1'], 3],
    ['http beyond this machine', ['whoami', '--server', 'http://example.test'], 2],
    ['a wait that is too short', ['wait', '@last', '--at-most', '1ms'], 124],
  ])('of %s', async (_, args, expected) => {
    const { code, stdout, stderr } = await developer.run(args);
    expect([code, stdout]).toEqual([expected, '']);
    expect(stderr).not.toBe('');
  });

  it('reports a conflict, and a rejected request', async () => {
    await ask();
    expect(await developer.run(['request', 'cancel', '@last'])).toMatchObject({ code: 0 });
    const { code, stderr } = await developer.run(['request', 'cancel', '@last', '-o', 'json']);
    expect([code, JSON.parse(stderr)]).toEqual([
      6,
      expect.objectContaining({ error_code: 'request_status_invalid_transition', exit: 6 }),
    ]);
    expect(await developer.run(['wait', '@last'])).toMatchObject({ code: 7 });
  });

  it('reports that a second factor is needed if nobody can be prompted', async () => {
    const line = new CommandLine(stack.apis[0]!.url);
    await signIn(line, 'developer');
    const wraps = [
      'api',
      'GET',
      '/requests/0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41/wraps/0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41',
    ];
    expect(await line.run(wraps)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('second factor'),
    });
    line.remove();
  });
});

describe('any operation', () => {
  it('is called with the session of every other command', async () => {
    const projects = await developer.json('api', 'GET', '/users/me/projects', '-f', 'limit=1', '--paginate');
    expect(projects).toEqual([expect.objectContaining({ name: 'payments' })]);
    const verbose = await developer.run(['api', 'GET', '/users/me', '-v']);
    expect(verbose.stderr).toMatch(/^GET \/api\/v1\/users\/me 200 [0-9a-f-]{36} \d+ ms\n$/);
  });
});

describe('what happens to a request', () => {
  it('is watched until it ends, like any of the user’s requests', async () => {
    const asked = await ask();
    const id = /[0-9a-f-]{36}/.exec(asked.stdout)![0];
    const [one, all] = [
      developer.start(['request', 'watch', id]),
      developer.start(['request', 'watch', '-v']),
    ];
    await one.says('submitted');
    await all.says(`${id.slice(0, 13)}  pending`);
    await developer.run(['request', 'cancel', id]);
    expect([await one.end, one.stdout]).toEqual([0, expect.stringMatching(/ submitted .*\n.* cancelled /)]);
    await all.says(`${id.slice(0, 13)}  cancelled`);
    all.kill('SIGTERM');
    await all.end;
    // Who is it, the list, and the list that the service held back until it was another one.
    expect(all.stderr.match(/^GET \S+ 200 /gm)).toHaveLength(3);
  });

  it('is watched without keeping an idle session alive', async () => {
    const { session } = await developer.json('whoami');
    const id = /[0-9a-f-]{36}/.exec((await ask()).stdout)![0];
    const watching = developer.start(['request', 'watch', id]);
    await watching.says('submitted');
    const idleExpiry = async (sql: string): Promise<Date> =>
      withClient(stack.databaseUrl, async (client) => (await client.query(sql, [session.id])).rows[0].at);
    const soon = `UPDATE sessions SET idle_expires_at = clock_timestamp() + interval '5 minutes'
      WHERE id = $1 RETURNING idle_expires_at AS at`;
    const before = await idleExpiry(soon);
    await world.developer.post(`/requests/${id}/cancel`);
    expect(await watching.end).toBe(0);
    expect(await idleExpiry('SELECT idle_expires_at AS at FROM sessions WHERE id = $1')).toEqual(before);
  });
});
