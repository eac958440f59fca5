import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { canary } from '../support/canary.js';
import { leaksIn, leaksInFolder } from '../support/canary-scan.js';
import { codeFor } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { HoldingProxy } from '../support/holding-proxy.js';
import { OPEN_REF, type Person, REF, stepUp, ValuesWorld } from './values-setup.js';

const VALUE = canary('value of the store');
const OTHER = canary('other value\nin two lines of some length');
const PLACE = ['-p', 'payments', '-e', 'dev'];
let all: ValuesWorld;
/** Values can be fetched 20 times a minute by each person: tests take turns. */
let people: Person[];
let turn = 0;

beforeAll(async () => {
  all = await ValuesWorld.start({ PASSWORD: VALUE, OTHER, PATH: VALUE, 'tls.key': VALUE });
  people = [];
  for (const name of ['ada', 'lin', 'joe', 'kim', 'ray']) {
    const person = await all.person(name, 'developer');
    await stepUp(person);
    people.push(person);
  }
}, 240_000);
afterAll(async () => {
  for (const { line } of people ?? []) line.remove();
  await all?.stop();
});

/** Of the session that the command line has stored. */
function storedToken({ line }: Person): string {
  const state = join(line.home, '.local/state/countersign/default.json');
  return (JSON.parse(readFileSync(state, 'utf8')) as { token: string }).token;
}

const next = (): Person => people[(turn += 1) % people.length]!;
/** A command with PASSWORD, of a request that is made for it. */
const exec = (...more: string[]) => ['exec', OPEN_REF, ...PLACE, '-q', '-k', 'PASSWORD', ...more];
const run = (...more: string[]) => next().line.run(exec(...more));
const proc = (pid: number, file: string) => readFileSync(`/proc/${pid}/${file}`);
const sessions = async ({ client }: Person) => (await client.get('/reveal-sessions/me/active')).body;

describe('a command', () => {
  it('has the values, and nothing else does', async () => {
    const person = next();
    const inMemory = mkdtempSync('/dev/shm/countersign-test-');
    const temporary = join(person.line.home, 'tmp');
    mkdirSync(temporary);
    const places = { XDG_RUNTIME_DIR: inMemory, TMPDIR: temporary };
    const script = `countersign exec ${OPEN_REF} -p payments -e dev -k PASSWORD:PGPASSWORD --file OTHER -- sh -c 'echo run $$; exec sleep 30'; :`;
    const shell = person.line.start(script, {
      ...{ COUNTERSIGN_TOKEN_OLD: 'x', COUNTERSIGN_WORKLOAD_JWT: 'x', ...places },
    });
    await shell.says('run ');
    const child = Number(/run (\d+)/.exec(shell.stdout)![1]);
    const parent = Number(/PPid:\t(\d+)/.exec(proc(child, 'status').toString())![1]);
    expect(proc(child, 'environ').toString()).toContain(`PGPASSWORD=${VALUE}\0`);
    expect(proc(child, 'environ').toString()).not.toMatch(/COUNTERSIGN_(TOKEN|WORKLOAD)/);
    expect(proc(parent, 'cmdline').toString()).toContain('exec');
    for (const pid of [shell.pid, parent])
      for (const file of ['cmdline', 'environ']) expect(leaksIn(file, proc(pid, file))).toEqual([]);
    expect(leaksIn('cmdline', proc(child, 'cmdline'))).toEqual([]);
    expect(await sessions(person)).toEqual([]);
    process.kill(child, 'SIGKILL');
    await shell.end;
    expect(leaksIn('output', shell.stdout + shell.stderr)).toEqual([]);
    const kept = await leaksInFolder('home', person.line.home);
    expect(kept.filter(({ label }) => label.includes('value'))).toEqual([]);
    expect([...readdirSync(temporary), ...readdirSync(inMemory)]).toEqual([]);
    rmSync(inMemory, { recursive: true });
  });

  it('inherits the standard streams, and its exit code is ours', async () => {
    const person = next();
    const { code, stdout, stderr } = await person.line.run(
      exec('--', 'sh', '-c', 'cat; echo no >&2; exit 42'),
      {
        stdin: 'x'.repeat(300_000),
      },
    );
    expect([code, stdout.length, stderr]).toEqual([42, 300_000, 'no\n']);
    expect(await run('--', 'sh', '-c', 'kill -9 $$')).toMatchObject({ code: 137 });
  });

  it('is run for a submitted request, approved or not, and steps up on the terminal', async () => {
    const person = await all.person('mia', 'developer');
    const { line } = person;
    const asked = await line.json('request', 'read', REF, ...PLACE, '-k', 'PASSWORD');
    const print = ['sh', '-c', 'test -t 0 && echo "${#PASSWORD}"'];
    const start = () => line.onTerminal(['exec', '--request', '@last', '--', ...print]);
    const interrupted = start();
    await interrupted.shows('Waiting for approval: 0 of 1.');
    await all.world.approver.post(`/requests/${asked.id}/approve`);
    await interrupted.shows('Second factor of mia@example.test');
    interrupted.type('\u0003');
    expect([await interrupted.code, await sessions(person)]).toEqual([130, []]);
    const session = start();
    await session.shows('Second factor of mia@example.test');
    session.type(`${codeFor(person.secret, 0)}\r`);
    expect(await session.code).toBe(0);
    expect(session.screen).toContain(`\r\n${VALUE.length}\r\n`);
    expect(leaksIn('terminal', session.screen)).toEqual([]);
    const again = await line.run(['exec', '--request', asked.id, '--', 'true']);
    expect(again).toMatchObject({ code: 8, stdout: '' });
    line.remove();
  });

  it('gets values by direct reveal if a rule allows it, and is not run otherwise', async () => {
    const print = ['--', 'sh', '-c', 'echo "${#PASSWORD}"'];
    expect((await run('--direct', ...print)).stdout).toBe(`${VALUE.length}\n`);
    const refused = ['exec', REF, ...PLACE, '-k', 'PASSWORD', '--direct', ...print];
    expect(await next().line.run(refused)).toMatchObject({ code: 4, stdout: '' });
  });

  it('is not run for a rejected request', async () => {
    const { line, client } = next();
    const { id } = await line.json('request', 'read', REF, ...PLACE, '-k', 'PASSWORD');
    await client.post(`/requests/${id}/cancel`);
    expect(await line.run(['exec', '--request', id, '--', 'echo', 'run'])).toMatchObject({
      code: 7,
      stdout: '',
    });
  });

  it('has the path of a private file that is deleted afterwards', async () => {
    const script = 'echo "$KEY"; stat -c %a "$KEY" "$(dirname "$KEY")"; cat "$KEY" | wc -c';
    const { code, stdout } = await run('--file', 'tls.key:KEY', '--', 'sh', '-c', script);
    const [path = '', file, folder, size] = stdout.split('\n');
    expect([code, file, folder, Number(size)]).toEqual([0, '600', '700', VALUE.length]);
    expect(path).toMatch(/^\/dev\/shm\/countersign-\w+\/1-tls\.key$/);
    expect(existsSync(join(path, '..'))).toBe(false);
  });

  it('inherits only the variables that are passed on', async () => {
    const { line } = next();
    const env = { PASSED: 'yes', KEPT: 'no' };
    const only = await line.run(exec('--only-env', '--pass', 'PASSED', '--', 'env'), { env });
    const names = only.stdout
      .split('\n')
      .map((each) => each.split('=')[0])
      .filter(Boolean);
    expect(names.sort()).toEqual(['PASSED', 'PASSWORD']);
    expect((await line.run(exec('--', 'env'), { env })).stdout).toContain('KEPT=no\n');
  });

  it('has values masked in its output with --mask, also across chunks', async () => {
    const half = VALUE.length / 2;
    const script = `printf 'a%sb ' "$PASSWORD"; printf %.${Math.floor(half)}s "$PASSWORD"; sleep 0.3; printf '%s' "$PASSWORD" | tail -c +${Math.floor(half) + 1}; printf '%s' "$OTHER" | head -n 1 >&2; echo end`;
    const { stdout, stderr } = await run('-k', 'OTHER', '--mask', '--', 'sh', '-c', script);
    expect([stdout, stderr]).toEqual(['a***b ***end\n', '***\n']);
  });

  it('ends with --mask as without it when nobody reads its output any more, and its files are deleted', async () => {
    const script = 'echo "at $OTHER"; while :; do echo line; sleep 0.05; done';
    const started = next().line.start(exec('--mask', '--file', 'OTHER', '--', 'sh', '-c', script));
    await started.says('at /dev/shm');
    const path = /at (\S+)/.exec(started.stdout)![1]!;
    started.closeOutput('stdout');
    expect([await started.end, existsSync(path)]).toEqual([128 + constants.signals.SIGPIPE, false]);
  });

  it('is a shell script only with --shell; otherwise a hint says so', async () => {
    const shell = await run('--shell', '--', 'echo "${#PASSWORD}" $1', 'word');
    expect(shell).toEqual({ code: 0, stdout: `${VALUE.length} word\n`, stderr: '' });
    const literal = await run('--', 'echo', 'x$PASSWORD');
    expect(literal).toMatchObject({
      code: 0,
      stdout: 'x$PASSWORD\n',
      stderr: expect.stringContaining('--shell'),
    });
    expect((await run('--', 'echo', '')).stderr).toContain('An argument is empty: your shell expands');
    expect((await run('--', 'echo', '-h', '--', '-o', 'json')).stdout).toBe('-h -- -o json\n');
  });
});

describe('no request is made', () => {
  it.each([
    ['no command', exec(), 2],
    ['no secret', ['exec', ...PLACE, '-k', 'A', '--', 'true'], 2],
    ['both a request and a secret', exec('--request', '@last', '--', 'true'), 2],
    ['no key', ['exec', OPEN_REF, ...PLACE, '--', 'true'], 2],
    ['no place', ['exec', OPEN_REF, '-k', 'A', '--', 'true'], 2],
    ['a command that is not there', exec('--', 'no-such-command'), 127],
    ['one that can’t be run', exec('--', '/etc/passwd'), 126],
    ['a folder', exec('--', '/etc'), 126],
    ['a key that is no name', exec('-k', 'tls.key', '--', 'true'), 2],
    ['one name for two values', exec('-k', 'OTHER:PASSWORD', '--', 'true'), 2],
    ...[
      'PATH',
      'LD_PRELOAD',
      'DYLD_INSERT_LIBRARIES',
      'NODE_OPTIONS',
      'npm_config_registry',
      'LESSOPEN',
      'OPENSSL_CONF',
      'BASH_ENV',
      'LUA_INIT',
      'DOTNET_STARTUP_HOOKS',
      'MAKEFLAGS',
      'GIT_EXTERNAL_DIFF',
      'GIT_ASKPASS',
      'AWS_PAGER',
      'KUBE_EDITOR',
      'PYTHONPATH',
      'COUNTERSIGN_TOKEN',
    ].map((name) => [`a secret as ${name}`, exec('-k', `OTHER:${name}`, '--', 'true'), 2] as const),
    ['a name by force that was not given', exec('-k', 'PATH', '--force-name', '--', 'true'), 2],
  ] as const)('for %s', async (_, args, expected) => {
    const person = next();
    const count = async () => (await person.client.get('/requests?limit=1000')).body.length;
    const before = await count();
    const { code, stdout, stderr } = await person.line.run(args);
    expect([code, stdout, await count()]).toEqual([expected, '', before]);
    expect(stderr).not.toBe('');
  });

  it('if Node would print the environment', async () => {
    const env = { NODE_DEBUG: 'child_process' };
    const { code, stderr } = await next().line.run(exec('--', 'true'), { env });
    expect([code, stderr]).toEqual([2, expect.stringContaining('NODE_DEBUG')]);
  });

  it('except that --force accepts a name', async () => {
    const args = ['--force-name', '-k', 'OTHER:PYTHONPATH', '--', 'sh', '-c', 'echo "${#PYTHONPATH}"'];
    expect(await run(...args)).toMatchObject({ code: 0, stdout: `${OTHER.length}\n` });
  });
});

describe('a signal', () => {
  const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2', 'SIGALRM'] as const;
  const LOOP = 'while :; do sleep 0.05; done';
  const coded = (signal: NodeJS.Signals) => 128 + constants.signals[signal];
  const withFile = (...command: string[]) => exec('--file', 'OTHER', '--', ...command);
  /** Node has a use of its own for SIGUSR1, so that the program ends itself. */
  const ended = (signal: NodeJS.Signals) => (signal === 'SIGUSR1' ? coded(signal) : signal);
  /** Starts a command whose calls of this kind are kept back. */
  const startHeld = async (calls: RegExp, what: 'request' | 'answer') => {
    const [person, proxy] = [next(), await HoldingProxy.before(all.stack.apis[0]!.url)];
    proxy.hold(calls, what);
    const inMemory = mkdtempSync('/dev/shm/countersign-test-');
    const started = person.line.start(withFile('echo', 'run'), {
      ...{ COUNTERSIGN_SERVER: proxy.url, COUNTERSIGN_TOKEN: storedToken(person) },
      XDG_RUNTIME_DIR: inMemory,
    });
    await proxy.holds();
    const stop = async (): Promise<void> => {
      rmSync(inMemory, { recursive: true });
      proxy.release();
      await proxy.stop();
    };
    return { person, started, files: () => readdirSync(inMemory), stop };
  };

  it.each(SIGNALS)('%s ends the call that makes a request', async (signal) => {
    const { started, stop } = await startHeld(/^POST .*\/requests\/read$/, 'request');
    started.kill(signal);
    expect([await started.end, started.stdout, started.stderr]).toEqual([ended(signal), '', '']);
    await stop();
  });

  it.each(SIGNALS)('%s ends a wait for approval', async (signal) => {
    const started = next().line.start(['exec', REF, ...PLACE, '-k', 'PASSWORD', '--', 'echo', 'run']);
    await started.says('Waiting for approval');
    started.kill(signal);
    expect([await started.end, started.stdout]).toEqual([ended(signal), '']);
    expect(started.stderr).not.toContain('Debugger');
  });

  it.each(SIGNALS)('%s while a value is retrieved starts nothing, and ends the session', async (signal) => {
    const { person, started, stop } = await startHeld(/^GET .*\/wraps\/./, 'answer');
    expect(await sessions(person)).toHaveLength(1);
    started.kill(signal);
    expect([await started.end, started.stdout, started.stderr]).toEqual([coded(signal), '', '']);
    expect(await sessions(person)).toEqual([]);
    await stop();
  });

  it.each(SIGNALS)('%s before the command has started deletes its files', async (signal) => {
    const { started, files, stop } = await startHeld(/^POST .*\/expire$/, 'answer');
    expect(files()).toHaveLength(1);
    started.kill(signal);
    expect([await started.end, started.stdout, started.stderr]).toEqual([coded(signal), '', '']);
    expect(files()).toEqual([]);
    await stop();
  });

  it.each([...SIGNALS, 'SIGCONT', 'SIGWINCH'] as const)(
    '%s reaches a command that handles it, once',
    async (signal) => {
      const name = signal.slice(3);
      const [last, lastName] =
        signal === 'SIGALRM' ? (['SIGTERM', 'TERM'] as const) : (['SIGALRM', 'ALRM'] as const);
      const script = `trap 'echo got ${name}' ${name}; trap 'echo bye; exit 40' ${lastName}; echo "at $OTHER"; ${LOOP}`;
      const started = next().line.start(withFile('sh', '-c', script));
      await started.says('at /dev/shm');
      const path = /at (\S+)/.exec(started.stdout)![1]!;
      started.kill(signal);
      await started.says(`got ${name}`);
      expect(existsSync(path)).toBe(true);
      started.kill(last);
      expect(await started.end).toBe(40);
      expect(started.stdout).toBe(`at ${path}\ngot ${name}\nbye\n`);
      expect(existsSync(path)).toBe(false);
    },
  );

  it.each(SIGNALS)('%s ends a command that doesn’t handle it, and deletes its files', async (signal) => {
    const started = next().line.start(withFile('sh', '-c', `echo "at $OTHER"; ${LOOP}`));
    await started.says('at /dev/shm');
    started.kill(signal);
    expect(await started.end).toBe(coded(signal));
    expect(existsSync(/at (\S+)/.exec(started.stdout)![1]!)).toBe(false);
  });

  it.each([
    ['INT', '\u0003'],
    ['QUIT', '\u001c'],
  ])('%s from the terminal reaches the command once', async (name, key) => {
    const script = `trap 'echo got ${name}' ${name}; trap 'exit 41' TERM; echo ready; ${LOOP}`;
    const started = next().line.onTerminal(exec('--', 'sh', '-c', script));
    await started.shows('ready\r\n');
    started.type(key);
    await started.shows(`got ${name}`);
    started.kill('SIGTERM');
    expect(await started.code).toBe(41);
    expect(started.screen.match(/got \w+/g)).toEqual([`got ${name}`]);
  });
});

it('a command that was started is found in PATH as a shell finds it', async () => {
  const { line } = next();
  const tool = join(line.home, 'tool');
  writeFileSync(tool, '#!/no/such/interpreter\n');
  const env = { PATH: `${line.home}:${process.env.PATH}` };
  expect(await line.run(exec('--', 'tool'), { env })).toMatchObject({ code: 126 });
  chmodSync(tool, 0o755);
  expect(await line.run(exec('--', 'tool'), { env })).toMatchObject({ code: 127 });
  await eventually(async () => (await sessions(people[turn % people.length]!)).length === 0, 'no session');
});
