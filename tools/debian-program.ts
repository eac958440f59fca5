import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const APT_GET = '/usr/bin/apt-get';
/** Without it, an update succeeds although its sources are out of reach. */
const FAIL_FOR_ANY_SOURCE = ['-o', 'APT::Update::Error-Mode=any'];
/** Why a program was not installed. */
export const CANNOT_INSTALL = 'it is not on the PATH, and apt cannot install it here.';

/** Returns the first of the programs found on the search path, in the form of the PATH variable. */
export function findProgram(names: readonly string[], searchPath: string): string | undefined {
  const folders = searchPath.split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/**
 * Installs a Debian package by apt-get.
 *
 * @param aptGet its path; undefined where there is none, or no root
 * @returns the path of its program; undefined where it can't be installed: no apt-get, no root, or packages out of reach
 * @throws Error when apt-get reaches the packages and fails, and when the package has no such program
 */
export async function installProgram(
  debianPackage: string,
  names: readonly string[],
  aptGet = process.getuid?.() === 0 && isExecutable(APT_GET) ? APT_GET : undefined,
): Promise<string | undefined> {
  if (aptGet === undefined) return undefined;
  // RUNLEVEL=1 keeps a package from starting a server of its own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const wait = ['-o', 'DPkg::Lock::Timeout=120'];
  const runAptGet = (...args: readonly string[]) => run(aptGet, [...wait, ...args], { env });
  const isReached = await runAptGet(...FAIL_FOR_ANY_SOURCE, 'update').then(
    () => true,
    () => false,
  );
  try {
    await runAptGet('install', '-y', '--no-install-recommends', debianPackage);
  } catch (error) {
    if (isReached) throw error;
    return undefined;
  }
  const program = findProgram(names, ['/usr/bin', '/usr/sbin'].join(delimiter));
  if (program === undefined)
    throw new Error(`${debianPackage} is installed, but has no ${names.join(' or ')}.`);
  return program;
}

/**
 * Returns the path of a program on the PATH; installs its Debian package if there is none.
 *
 * @param names the program's possible names; by default that of the package
 * @returns undefined when it is not on the PATH and can't be installed here
 * @throws Error like `installProgram`
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
