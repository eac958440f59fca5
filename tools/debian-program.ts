import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const APT_GET = '/usr/bin/apt-get';
/** Why a program was not installed. */
export const CANNOT_INSTALL = 'it is not on the PATH, and this is not Debian, or not root.';

/** Returns the first of the programs found on the search path, in the form of the PATH variable. */
export function findProgram(names: readonly string[], searchPath: string): string | undefined {
  const folders = searchPath.split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/**
 * Installs a Debian package by apt-get, which needs Debian and root.
 *
 * @returns the path of its program; undefined without apt-get or root
 * @throws Error when apt-get fails
 */
export async function installProgram(
  debianPackage: string,
  names: readonly string[],
): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !isExecutable(APT_GET)) return undefined;
  // RUNLEVEL=1 keeps a package from starting a server of its own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const wait = ['-o', 'DPkg::Lock::Timeout=120'];
  await run(APT_GET, [...wait, 'update'], { env }).catch(() => undefined); // The installation reports what is wrong.
  await run(APT_GET, [...wait, 'install', '-y', '--no-install-recommends', debianPackage], { env });
  return findProgram(names, ['/usr/bin', '/usr/sbin'].join(delimiter));
}

/**
 * Returns the path of a program on the PATH; installs its Debian package if there is none.
 *
 * @param names the program's possible names; by default that of the package
 * @returns undefined when it is not on the PATH and there is no apt-get or root
 * @throws Error when apt-get fails
 */
export async function findOrInstallProgram(
  debianPackage: string,
  names: readonly string[] = [debianPackage],
): Promise<string | undefined> {
  const found = findProgram(names, [process.env.PATH ?? '', '/usr/sbin'].join(delimiter));
  return found ?? (await installProgram(debianPackage, names));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
