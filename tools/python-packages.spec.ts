import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { requirePython } from './python-packages.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'python-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Writes a program that exits like a Python with or without the requested modules. */
async function python(name: string, whole: boolean): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, `#!/bin/sh\nexit ${whole ? 0 : 1}\n`, { mode: 0o755 });
  return file;
}

const never = () => Promise.reject(new Error('nothing is to be installed'));

it('takes the Python of the search path that can make a folder for packages', async () => {
  const whole = await python('python3', true);
  expect(await requirePython(folder, never)).toBe(whole);
});

it.each([
  ['there is none', false],
  ['it has no ensurepip', true],
])('installs one where %s', async (_, present) => {
  if (present) await python('python3', false);
  const brought = await python('brought', true);
  const asked: unknown[] = [];
  const install = (...call: unknown[]) => {
    asked.push(call);
    return Promise.resolve(brought);
  };
  expect(await requirePython(folder, install)).toBe(brought);
  expect(asked).toEqual([['python3-venv', ['python3']]]);
});

it('names what to install where it cannot', async () => {
  const none = () => Promise.resolve(undefined);
  await expect(requirePython(folder, none)).rejects.toThrow('python3 not found on the PATH. Install one');
  const half = await python('python3', false);
  await expect(requirePython(folder, none)).rejects.toThrow(`${half} has no venv with ensurepip. Install`);
});
