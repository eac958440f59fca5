import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { TestClient } from '../../test/support/client.js';

interface Start {
  readonly child: ChildProcess;
  readonly text: () => string;
}

/** Starts it as `npm start` does after the build, with a separate data folder. */
function start(folder: string, ...args: string[]): Start {
  const child = spawn(process.execPath, [resolve('dist/tools/stack/main.js'), ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, COUNTERSIGN_DATA: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
  return { child, text: () => chunks.join('') };
}

async function codeOf({ child }: Start): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  return child.exitCode;
}

/** Resolves with the address of its last line. */
async function ready({ child, text }: Start): Promise<string> {
  for (;;) {
    const url = /^ready: (\S+)\n$/m.exec(text())?.[1];
    if (url) return url;
    if (child.exitCode !== null) throw new Error(text());
    await Promise.race([once(child.stdout!, 'data'), once(child, 'close')]);
  }
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

describe('npm start', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-start-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('prints the transcript of one request, and exits with --once', async () => {
    const run = start(folder, '--once');
    expect(await codeOf(run)).toBe(0);
    for (const part of [
      /rule match-all chose workflow default/,
      /410 wrap_consumed/,
      /wrap\.retrieve +denied/,
    ]) {
      expect(run.text()).toMatch(part);
    }
    expect(run.text()).toMatch(/password = •+\n/);
  }, 120_000);

  it('continues with the same data after a kill, ends with four accounts and a request that waits, and leaves no process behind', async () => {
    const killed = start(folder);
    const firstUrl = await ready(killed);
    killed.child.kill('SIGKILL');
    await codeOf(killed);
    const run = start(folder);
    const url = await ready(run);
    const text = run.text();
    expect(text).toContain('schema up to date');
    expect(await answers(`${url}/readyz`)).toBe(true);
    expect(text).toContain(`\n  console ${url}/ (Omar has a request to approve)\n`);
    const accounts = [
      ...text.matchAll(/^ {2}(\S+@example\.com) +(\S+) {2}(\w+), \w+\n {4}otpauth:\/\/totp\/(\S+)$/gm),
    ];
    expect(accounts.map(([, , , name]) => name)).toEqual(['Ada', 'Dana', 'Omar', 'Vera']);
    for (const [, email, , , link] of accounts)
      expect(link).toMatch(new RegExp(`^Countersign:${email}\\?secret=[A-Z2-7]{16,}&issuer=Countersign$`));
    const page = await fetch(`${url}/`, { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const [, email = '', password = ''] = accounts[2]!;
    const omar = await new TestClient(url).signIn(email, password);
    const waiting = (await omar.get('/requests/waiting?for=approve')).body;
    expect(waiting).toMatchObject([{ status: 'pending', secret_ref: 'payments/prod/database' }]);
    run.child.kill('SIGTERM');
    expect(await codeOf(run)).toBe(0);
    for (const gone of [firstUrl, url]) expect(await answers(`${gone}/readyz`)).toBe(false);
  }, 120_000);

  it('prints the value with --show, and never logs it', async () => {
    const run = start(folder, '--once', '--show');
    expect(await codeOf(run)).toBe(0);
    const value = /password = (\S+)/.exec(run.text())?.[1] ?? '';
    expect(value).toHaveLength(20);
    const logs = await readdir(join(folder, 'logs'));
    expect(logs).toEqual(expect.arrayContaining(['api.log', 'worker.log', 'agent.log', 'kv.log']));
    for (const log of logs) {
      const text = await readFile(join(folder, 'logs', log), 'utf8');
      expect(text).not.toContain(value);
      expect(text).not.toContain(Buffer.from(value).toString('base64'));
    }
  }, 120_000);

  it('refuses unknown arguments', async () => {
    const run = start(folder, '--twice');
    expect(await codeOf(run)).toBe(2);
    expect(run.text()).toContain('usage: npm start');
  });
});
