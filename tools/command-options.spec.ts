import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** Operators' commands by npm script, and the variables that their usage has to name. */
const COMMANDS: readonly [name: string, file: string, variable: string][] = [
  ['db:migrate', 'tools/migrate.mjs', 'DATABASE_URL'],
  ['db:after-restore', 'dist/tools/after-restore/main.js', 'DATABASE_URL'],
  ['audit:retention', 'dist/tools/audit-retention/main.js', 'DATABASE_URL'],
  ['kms:rewrap', 'dist/tools/rewrap/main.js', 'Environment'],
  ['countersign-verify', 'dist/tools/verify/main.js', 'SVC_AUDIT_CHECKPOINT_DIR'],
];

/** No variable is set, because the usage needs none. */
const run = (file: string, ...args: string[]) =>
  spawnSync(process.execPath, [resolve(file), ...args], {
    env: { PATH: process.env.PATH ?? '' },
    encoding: 'utf8',
  });

describe.each(COMMANDS)('%s', (name, file, variable) => {
  it('prints its usage on standard output and exits with 0', () => {
    const { status, stdout, stderr } = run(file, '--help');
    expect([status, stderr]).toEqual([0, '']);
    for (const part of [name, '--help', variable, 'Exits with 0']) expect(stdout).toContain(part);
  });

  it('names an unknown option on standard error and exits with 2', () => {
    const { status, stdout, stderr } = run(file, '--no-such-option');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/--no-such-option.*; see --help\n$/);
  });

  it('refuses any other argument and exits with 2', () => {
    const { status, stdout, stderr } = run(file, 'postgres://q9user@host');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('see --help');
    if (name !== 'countersign-verify') expect(stderr).not.toContain('q9user');
  });
});

it('db:migrate names the variable of a database that does not answer', () => {
  const { status, stderr } = spawnSync(process.execPath, [resolve('tools/migrate.mjs')], {
    env: { PATH: process.env.PATH ?? '', DATABASE_URL: 'postgres://127.0.0.1:1/none' },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([
    1,
    'migrate: failed: the database of DATABASE_URL can not be reached (ECONNREFUSED)\n',
  ]);
});

it('are all of the operators’ commands in package.json', () => {
  const found = Object.keys(scripts).filter((name) => /^(db|kms|audit):/.test(name));
  expect(found.sort()).toEqual(
    COMMANDS.map(([name]) => name)
      .filter((name) => name in scripts)
      .sort(),
  );
});
