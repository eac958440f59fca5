import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

/** Writes the compiled api, and counts how often it did. */
const NEST = `const fs = require('node:fs');
fs.appendFileSync('built', '.');
fs.writeFileSync('dist/apps/api/src/main.js', String(Math.random()));`;

/** A project of one source and a compiler that counts. */
describe('npm start and its like', () => {
  let folder: string;
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const run = (call: string): void => {
    const script = `import(${JSON.stringify(join(folder, 'tools/prepare.mjs'))}).then((all) => all.${call}())`;
    execFileSync(process.execPath, ['-e', script]);
  };
  const builds = (): number => readFileSync(join(folder, 'built'), 'utf8').length;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-prepare-'));
    for (const file of ['package-lock.json', 'node_modules/.package-lock.json']) write(file, '{}');
    write('node_modules/@nestjs/cli/bin/nest.js', NEST);
    for (const program of ['client-schema', 'console', 'bundle']) write(`dist/tools/${program}/main.js`, '');
    for (const path of ['dist/apps/api/src/main.js', 'libs/one.ts']) write(path, '');
    cpSync('tools/prepare.mjs', join(folder, 'tools/prepare.mjs'));
    run('prepare');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('do not build again what is built', () => {
    run('prepare');
    write('libs/one.spec.ts', 'specs are not built');
    run('prepare');
    run('compile');
    expect(builds()).toBe(1);
  });

  it.each([
    ['a source has changed', () => write('libs/one.ts', 'changed')],
    ['a source was added', () => write('libs/two.ts', '')],
    ['a source is gone', () => rmSync(join(folder, 'libs/one.ts'))],
    ['other packages are installed', () => write('package-lock.json', '{ }')],
    ['the build was removed in part', () => rmSync(join(folder, 'dist/apps/api/src/main.js'))],
    ['something else was compiled since', () => write('dist/apps/api/src/main.js', 'other')],
  ])('build again once %s', (_, change) => {
    change();
    write('node_modules/.package-lock.json', '{}');
    run('prepare');
    expect(builds()).toBe(2);
    run('prepare');
    expect(builds()).toBe(2);
  });

  it('bundle what was only compiled', () => {
    write('libs/one.ts', 'changed');
    run('compile');
    expect(builds()).toBe(2);
    run('prepare');
    expect(builds()).toBe(3);
  });
});
