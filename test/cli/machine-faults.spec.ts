import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CommandLine } from './command-line.js';
import { PagedService } from './paged-service.js';

const ID = '0197a3c2-7d10-7c3a-9b1e-000000000001';
const ASK = ['request', 'read', 'apps/web', '-p', 'shop', '-e', 'dev', '-k', 'A'];
let service: PagedService;
let line: CommandLine;

beforeAll(async () => {
  const environments = [{ id: ID, name: 'dev' }];
  service = await PagedService.start({
    '/roles': [],
    '/projects': [{ id: ID, name: 'shop' }],
    '/users/me/projects': [{ id: ID, name: 'shop', environments }],
    '/provider-connections': [{ id: ID, name: 'vault' }],
  });
});
beforeEach(() => {
  line = new CommandLine(service.url, 'abc');
  service.written.length = 0;
});
afterEach(() => line.remove());
afterAll(() => service?.stop());

/** Writes a file of three roles. @returns its path */
function threeRoles(): string {
  const roles = ['one', 'two', 'three'].map((name) => {
    const role = { kind: 'Role', metadata: { name }, spec: { permissions: ['audit.read'] } };
    return JSON.stringify({ apiVersion: 'countersign/v1', ...role });
  });
  const file = join(line.home, 'roles.yaml');
  writeFileSync(file, roles.join('\n---\n'));
  return file;
}

describe('when nobody reads the output any more', () => {
  it('a list ends, and that is no failure', async () => {
    const run = line.start(['project', 'list', '-o', 'json']);
    run.closeOutput('stdout');
    expect([await run.end, run.stderr]).toEqual([0, '']);
  });

  it('apply goes on to its end', async () => {
    const run = line.start(['apply', '-f', threeRoles()]);
    run.closeOutput('stdout');
    expect([await run.end, service.written.length]).toEqual([0, 3]);
    expect(run.stderr).toContain('3/3 + Role three\n');
  });

  it('a command without its messages has the same result', async () => {
    const run = line.start(['project', 'list', '-v', '-o', 'name']);
    run.closeOutput('stderr');
    expect([await run.end, run.stdout]).toEqual([0, 'shop\n']);
  });
});

describe('on a full disk', () => {
  it('a list that can’t be written fails, and says why', async () => {
    const run = line.start('countersign project list >/dev/full');
    expect([await run.end, run.stderr]).toEqual([
      1,
      expect.stringMatching(/^countersign: The output could not be written: ENOSPC: .*\n$/),
    ]);
  });
});

it('on a full disk apply goes on to its end, and fails', async () => {
  const run = line.start(`countersign apply -f ${threeRoles()} >/dev/full`);
  expect([await run.end, service.written.length]).toEqual([1, 3]);
  expect(run.stderr).toContain('countersign: All is applied, but the output could not be written: ENOSPC');
});

describe('in a home folder that can’t be used', () => {
  it('a request is submitted, and only @last is missing', async () => {
    const env = { XDG_STATE_HOME: '/dev/null' };
    const { code, stdout, stderr } = await line.run(ASK, { env });
    expect([code, stdout, service.written.length]).toEqual([0, expect.stringMatching(/^Requested \S+ /), 1]);
    expect(stderr).toMatch(/^@last does not name this request\. ENOTDIR: .*\n$/);
  });

  it('a damaged file is named', async () => {
    const config = join(line.home, '.config/countersign');
    mkdirSync(config, { recursive: true });
    const file = join(config, 'config.json');
    writeFileSync(file, '{"current":', { mode: 0o600 });
    const stderr = `countersign: ${file} is damaged. Remove it and sign in again.\n`;
    expect(await line.run(['whoami'])).toEqual({ code: 2, stdout: '', stderr });
  });
});

describe('a file on the line that can’t be read', () => {
  it.each([
    ['that there is not', ['api', 'POST', '/teams', '--body', '/none'], /ENOENT: .*'\/none'\n$/],
    ['that is a folder', ['api', 'POST', '/teams', '--body', '/etc'], /EISDIR/],
    ['below a file', ['project', 'list', '--token-file', '/etc/passwd/x'], /ENOTDIR/],
  ])('is a fault of usage: one %s', async (_, args, message) => {
    const { code, stdout, stderr } = await line.run(args);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(message)]);
    expect(service.written).toEqual([]);
  });
});
