import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { claimFolder } from './claim-folder.js';

describe('The claim on a data folder', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'claim-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('fails while another process holds it, and succeeds afterwards', async () => {
    const release = await claimFolder(folder);
    await expect(claimFolder(folder)).rejects.toThrow(`Another start (process ${process.pid}) is running`);
    release();
    const releaseAgain = await claimFolder(folder);
    releaseAgain();
  });

  it('of one folder does not affect another', async () => {
    const release = await claimFolder(folder);
    const releaseOther = await claimFolder(`${folder}-other`);
    release();
    releaseOther();
  });

  it('of a killed process is taken over', async () => {
    const module = resolve('dist/tools/stack/claim-folder.js');
    const program = `
      const { claimFolder } = await import(${JSON.stringify(module)});
      await claimFolder(${JSON.stringify(folder)});
      setInterval(() => {}, 1000);
      console.log('claimed');
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    await expect(claimFolder(folder)).rejects.toThrow(`process ${child.pid}`);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const release = await claimFolder(folder);
    release();
  });
});
