import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataFolder } from './data-folder.js';

describe('The data folder of the local stack', () => {
  let parent: string;
  let path: string;

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'stack-'));
    path = join(parent, '.countersign');
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  it('generates its secrets once, readable only by their owner', async () => {
    const first = await openDataFolder(path);
    const second = await openDataFolder(path);
    expect(second.secrets).toEqual(first.secrets);
    expect((await stat(join(path, 'secrets.json'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(path, 'logs'))).mode & 0o777).toBe(0o700);
  });

  it('generates different secrets for another folder', async () => {
    const [one, other] = await Promise.all([openDataFolder(path), openDataFolder(`${path}-other`)]);
    for (const [name, secret] of Object.entries(one.secrets)) {
      expect(other.secrets[name as keyof typeof other.secrets]).not.toBe(secret);
    }
  });

  it('refuses a database whose secrets are missing, instead of generating others', async () => {
    await mkdir(join(path, 'postgres'), { recursive: true });
    await expect(openDataFolder(path)).rejects.toThrow('no secrets.json');
  });

  it('names a damaged file without repeating it', async () => {
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'secrets.json'), '{"jwtSecret": "hidden');
    await expect(openDataFolder(path)).rejects.toThrow(/^(?!.*hidden).*secrets\.json is damaged/);
  });
});
