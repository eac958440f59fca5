import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findProgram, installProgram } from './debian-program.js';

const run = promisify(execFile);
const DEADLINE_MS = 300_000;

/**
 * Returns a Python with the packages of a requirements file, installed from PyPI into a folder of the work tree and kept
 * between runs.
 * @throws Error if there is no suitable Python and none can be installed, or a package can't be installed
 */
export async function installedPython(name: string, requirements: string): Promise<string> {
  const digest = createHash('sha256')
    .update(await readFile(requirements))
    .digest('hex')
    .slice(0, 12);
  const folder = resolve('.countersign', `${name}-${digest}`);
  const python = join(folder, 'bin', 'python');
  const marker = join(folder, '.complete');
  // Test suites run in separate processes: one installs, the others wait.
  const lock = `${folder}.lock`;
  while (!(await exists(marker))) {
    if (!(await takeLock(lock))) {
      await sleep(500);
      continue;
    }
    try {
      await installInto(folder, python, requirements);
      await writeFile(marker, '');
    } finally {
      await rm(lock, { recursive: true, force: true });
    }
  }
  return python;
}

async function installInto(folder: string, python: string, requirements: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const options = { timeout: DEADLINE_MS };
  await run(await requirePython(process.env.PATH ?? ''), ['-m', 'venv', folder], options);
  // Skips compiling thousands of files that are never imported.
  const flags = ['--quiet', '--no-compile', '--disable-pip-version-check'];
  await run(python, ['-m', 'pip', 'install', ...flags, '-r', requirements], options);
}

/**
 * Returns a python3 on the search path, in the form of the PATH variable; it is installed if missing or unable to create
 * virtual environments (like Debian's without python3-venv).
 * @throws Error if there is none and none can be installed
 */
export async function requirePython(searchPath: string, install = installProgram): Promise<string> {
  const found = findProgram(['python3'], searchPath);
  if (found && (await makesFolders(found))) return found;
  const installed = await install('python3-venv', ['python3']);
  if (installed && (await makesFolders(installed))) return installed;
  throw new Error(
    `${found ? `${found} has no venv with ensurepip` : 'python3 not found on the PATH'}. ` +
      'Install one with ensurepip (Debian: apt-get install python3-venv).',
  );
}

const makesFolders = (python: string): Promise<boolean> =>
  run(python, ['-c', 'import ensurepip, venv'], { timeout: DEADLINE_MS }).then(
    () => true,
    () => false,
  );

/** Takes the lock and returns whether it succeeded; a lock of a dead process is removed. */
async function takeLock(lock: string): Promise<boolean> {
  await mkdir(dirname(lock), { recursive: true });
  try {
    await mkdir(lock);
    return true;
  } catch {
    const { mtimeMs } = await stat(lock).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > 2 * DEADLINE_MS) await rm(lock, { recursive: true, force: true });
    return false;
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
