import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CANNOT_INSTALL, findOrInstallProgram } from '../../tools/debian-program.js';
import { CommandLine } from './command-line.js';
import { PagedService } from './paged-service.js';

const SHOP = '0197a3c2-7d10-7c3a-9b1e-000000000001';
const [LEDGER, REQUEST] = ['0197a3c2-7d11-7c3a-9b1e-000000000002', '0197a3c2-7d12-7c3a-9b1e-000000000003'];
const rows = (member: string, ...names: string[]): object[] =>
  names.map((name, at) => ({ id: at === 0 ? SHOP : LEDGER, [member]: name }));
/** A line on which names are awaited for as long as it takes. */
const PATIENT = 'countersign --timeout 60s';
let service: PagedService;
let line: CommandLine;
/** Where a shell finds the program and its person's home. */
let env: Record<string, string>;

beforeAll(async () => {
  service = await PagedService.start({
    '/projects': rows('name', 'shop', 'sh op $(touch pwned)', '--yes', 'sh\u001b[2J'),
    '/environments': rows('name', 'dev', 'prod'),
    '/secrets': rows('ref', 'apps/shop/db', 'apps/shop/key=1').map((row) => ({
      ...row,
      keys: ['USER', 'PASSWORD'],
    })),
    '/users': rows('email', 'ada@example.test', 'adam@example.test'),
    '/requests': [{ id: REQUEST, status: 'pending', secret_ref: 'apps/shop/db', keys: ['PASSWORD'] }],
  });
  line = new CommandLine(service.url);
  env = { PATH: line.installed(), HOME: line.home, COUNTERSIGN_SERVER: service.url };
  await signIn();
});
beforeEach(() => {
  service.status = 200;
});
afterAll(() => {
  service?.stop();
  line?.remove();
});

const signIn = () => line.signIn('ada@example.test', 'x', ['--store', 'file']);
const state = () => join(line.home, '.local/state/countersign/default.json');
const kept = () => join(line.home, '.cache/countersign/names/default.json');
/** As if the names had been read two minutes ago. */
const age = (): void => {
  const cache = JSON.parse(readFileSync(kept(), 'utf8'));
  for (const list of Object.values<any>(cache.lists)) list.at -= 120_000;
  writeFileSync(kept(), JSON.stringify(cache));
};

/** Undefined where nothing can be installed: then its test is skipped. PowerShell is in no repository of Debian. */
async function shell(name: string): Promise<string | undefined> {
  const program = await findOrInstallProgram(name);
  if (program === undefined) process.stderr.write(`Completion in ${name} is not tested: ${CANNOT_INSTALL}\n`);
  return program;
}
const [fish, zsh] = [await shell('fish'), await shell('zsh')];

/** Returns what it writes. @throws Error when it fails */
async function runShell(program: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { env, cwd: line.home, timeout: 60_000 });
  return stdout;
}

describe('completion in bash', () => {
  let script: string;
  beforeAll(async () => {
    script = (await line.run(['completion', 'bash'])).stdout;
  });

  /** @param typed up to the cursor; bash calls the function with what is behind the last break of a word */
  const ask = async (typed: string): Promise<string[]> => {
    const current = /[^\s=:@]*$/.exec(typed)![0];
    const set = `COMP_WORDS=(countersign); COMP_LINE=${JSON.stringify(typed)}; COMP_POINT=${typed.length}`;
    const call = `_countersign countersign ${JSON.stringify(current)}; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return (await runShell('bash', '--norc', '-c', `${script}\n${set}; ${call}`)).split('\n').filter(Boolean);
  };

  it('is of commands and options', async () => {
    expect(await ask('countersign aud')).toEqual(['audit']);
    const verbs = ['list', 'tail', 'verify', 'checkpoint', 'watch-log'];
    expect(await ask('countersign --server x audit ')).toEqual(verbs);
    expect(await ask('countersign audit list --st')).toEqual(['--status']);
    expect(await ask('countersign audit list --outp')).toEqual(['--output']);
    expect(await ask('countersign audit list --status li')).toEqual([]);
    expect(await ask('countersign comp')).toEqual(['completion']);
    expect(await ask('countersign clear')).toEqual([]);
  });

  it('is of names, as words of the shell', async () => {
    const projects = ['sh\\ op\\ \\$\\(touch\\ pwned\\)', 'shop'];
    for (const typed of ['-p ', '--project sh', '--project=sh', '-e dev -p sh'])
      expect([typed, (await ask(`${PATIENT} request read ${typed}`)).sort()]).toEqual([typed, projects]);
    expect(await ask(`${PATIENT} request read -p shop -e `)).toEqual(['dev', 'prod']);
    expect(service.calls.at(-1)).toMatch(/^GET \/environments\?project_id=[^&]*01&/);
    expect(await ask(`${PATIENT} request read apps/`)).toEqual(['apps/shop/db', 'apps/shop/key=1']);
    expect(await ask(`${PATIENT} request read apps/shop/key=`)).toEqual(['1']);
    expect(await ask(`${PATIENT} user show ada@ex`)).toEqual(['example.test']);
    expect(await ask(`${PATIENT} approve 0197`)).toEqual([REQUEST]);
    expect(await ask('countersign approve x ')).toEqual([]);
    expect(await ask('countersign exec -- ')).toEqual([]);
    expect(await ask('countersign profile use ')).toEqual(['default']);
    expect(existsSync(join(line.home, 'pwned'))).toBe(false);
  });

  it('is of the request that was submitted last, and of the keys of a request or a secret', async () => {
    expect(await ask(`${PATIENT} reveal @`)).toEqual([]);
    const session = JSON.parse(readFileSync(state(), 'utf8'));
    writeFileSync(state(), JSON.stringify({ ...session, last_request: REQUEST }));
    expect(await ask(`${PATIENT} reveal @`)).toEqual(['last']);
    const link = `${service.url}/requests/${REQUEST}`;
    for (const request of ['reveal @last', `reveal 0197a3c2`, `exec --request=@last`, `reveal ${link}`])
      for (const option of ['-k ', '--key PASS', '--key='])
        expect([request, await ask(`${PATIENT} ${request} ${option}`)]).toEqual([request, ['PASSWORD']]);
    for (const secret of ['request read apps/shop/db -p shop', 'exec apps/shop/db'])
      expect(await ask(`${PATIENT} ${secret} -k `)).toEqual(['USER', 'PASSWORD']);
    expect(await ask(`${PATIENT} request read apps/none -k `)).toEqual([]);
    const before = service.calls.length;
    expect([await ask('countersign audit verify --key '), service.calls.length]).toEqual([[], before]);
  });
});

describe('names', () => {
  /** What is asked of a service that answers, however late. */
  const asked = (kind: string) => ['complete-names', kind, '=', '--', '--timeout', '60s'];
  const names = async (given = asked('env')) => {
    const { code, stdout, stderr } = await line.run(given);
    expect([code, stderr]).toEqual([0, '']);
    return stdout;
  };
  const BOTH = 'dev\nprod\n';

  it('are kept for a minute, for nobody else to read, and without the token', async () => {
    expect(await names()).toBe(BOTH);
    const before = service.calls.length;
    expect(await names()).toBe(BOTH);
    expect(service.calls).toHaveLength(before);
    age();
    expect(await names()).toBe(BOTH);
    expect(service.calls.length).toBeGreaterThan(before);
    expect(statSync(kept()).mode & 0o777).toBe(0o600);
    expect(readFileSync(kept(), 'utf8')).not.toContain('token-of-ada');
  });

  it('are those of the last time, while the service does not answer or fails', async () => {
    for (const status of [0, 503]) {
      service.status = 200;
      await names();
      age();
      service.status = status;
      expect([status, await names(['complete-names', 'env', '=', '--'])]).toEqual([status, BOTH]);
    }
  });

  it('are of the service on the line, and of a token that is given, for which nothing is kept', async () => {
    expect(await names([...asked('env'), '--server', 'http://127.0.0.1:9'])).toBe('');
    const before = readFileSync(kept(), 'utf8');
    const given = { env: { COUNTERSIGN_TOKEN: 'another' } };
    const { stdout } = await line.run(asked('team'), given);
    expect([stdout, readFileSync(kept(), 'utf8')]).toEqual(['', before]);
    expect(service.calls.at(-1)).toMatch(/^GET \/teams/);
  });

  it('are none where a token that is given would go to a server on the line', async () => {
    const file = join(line.home, 'token');
    writeFileSync(file, 'another', { mode: 0o600 });
    const typed = ['--server', service.url];
    const before = service.calls.length;
    for (const [more, env] of [
      [typed, { COUNTERSIGN_TOKEN: 'another' }],
      [[`--server=${service.url}`, 'request', 'read'], { COUNTERSIGN_TOKEN: 'another' }],
      [['request', 'read', ...typed, '--token-file', file], {}],
    ] as const)
      expect(await line.run([...asked('team'), ...more], { env })).toEqual({
        code: 0,
        stdout: '',
        stderr: '',
      });
    expect(service.calls).toHaveLength(before);
    expect(await line.run([...asked('team'), '--token-file', file])).toMatchObject({ code: 0 });
    expect(service.calls.length).toBeGreaterThan(before);
  });

  it('are none for who may not see them, without asking each time', async () => {
    service.status = 403;
    const roles = () => line.run(asked('role'));
    expect(await roles()).toEqual({ code: 0, stdout: '', stderr: '' });
    const before = service.calls.length;
    expect([await roles(), service.calls.length]).toEqual([{ code: 0, stdout: '', stderr: '' }, before]);
  });

  it('are none, and kept no longer, once the session is over', async () => {
    await names();
    age();
    service.status = 401;
    expect([await names(), existsSync(kept())]).toEqual(['', false]);
    service.status = 200;
    expect(await names()).toBe(BOTH);
    expect(await line.run(['logout'])).toMatchObject({ code: 0 });
    expect(existsSync(kept())).toBe(false);
    const before = service.calls.length;
    expect([await names(), service.calls.length]).toEqual(['', before]);
    await signIn();
  });
});

describe('completion in other shells', () => {
  (fish ? it : it.skip)('is the same in fish', async () => {
    const { stdout } = await line.run(['completion', 'fish']);
    const file = join(line.home, 'countersign.fish');
    writeFileSync(file, stdout);
    const ask = (typed: string): Promise<string> =>
      runShell(fish!, '--no-config', '-c', `source ${file}; complete -C '${typed}'`);
    expect(await ask('countersign aud')).toBe('audit\taudit events and their proofs\n');
    expect(await ask('countersign -o json audit ver')).toMatch(/^verify\t/);
    expect(await ask('countersign audit list --stat')).toMatch(/^--status\t/);
    expect(await ask(`${PATIENT} request read -p shop -e pr`)).toMatch(/^prod\b/);
    expect(await ask(`${PATIENT} request show 0197`)).toBe(`${REQUEST}\tpending apps/shop/db\n`);
  });

  (zsh ? it : it.skip)('is the same in zsh', async () => {
    const { stdout } = await line.run(['completion', 'zsh']);
    writeFileSync(join(line.home, '_countersign'), stdout);
    // Each read waits until zsh has written what it looks for.
    const script = `zmodload zsh/zpty; zpty z zsh -f -i
zpty -w z "PS1=; autoload -U compinit; compinit -u -D; source ${line.home}/_countersign; print load''ed"
zpty -r z out '*loaded*'
zpty -w -n z $'countersign -o json audit che\\t'; zpty -r z out '*audit checkpoint*'
zpty -w -n z $' --fiel\\t'; zpty -r z out '*--fields*'
zpty -w -n z $'\\025${PATIENT} request read -p shop -e pr\\t'; zpty -r z out '*-e prod*'
zpty -w -n z $'\\025${PATIENT} request show 0197\\t'; zpty -r z out '*show ${REQUEST}*'`;
    await runShell(zsh!, '-f', '-c', script);
  });
});
