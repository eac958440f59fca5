import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const DEADLINE_MS = 300_000;

/**
 * A Python with the packages of a requirements file, installed from PyPI into a folder of the work tree when they
 * are not there yet, and kept between runs. Gives the interpreter.
 * @throws Error when there is no python3 with venv, or a package does not install
 */
export async function installedPython(name: string, requirements: string): Promise<string> {
  const digest = createHash('sha256')
    .update(await readFile(requirements))
    .digest('hex')
    .slice(0, 12);
  const folder = resolve('.countersign', `${name}-${digest}`);
  const python = join(folder, 'bin', 'python');
  const marker = join(folder, '.complete');
  if (await exists(marker)) return python;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const options = { timeout: DEADLINE_MS };
  await run('python3', ['-m', 'venv', folder], options);
  await run(python, ['-m', 'pip', 'install', '--quiet', '-r', requirements], options);
  await writeFile(marker, '');
  return python;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
