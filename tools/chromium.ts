import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const APT_GET = '/usr/bin/apt-get';

/**
 * A Chromium to test with; without one on the PATH it is installed by apt-get, which takes Debian and root.
 * @throws Error when there is none and none can be installed
 */
export async function requireChromium(): Promise<string> {
  return findChromium(process.env.PATH ?? '') ?? (await installChromium());
}

/** The first Chromium or Chrome on that search path, in the form of the PATH variable. */
export function findChromium(searchPath: string): string | undefined {
  const candidates = PROGRAMS.flatMap((name) =>
    searchPath.split(delimiter).map((folder) => join(folder, name)),
  );
  return candidates.find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function installChromium(): Promise<string> {
  if (process.getuid?.() === 0 && isExecutable(APT_GET)) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const wait = ['-o', 'DPkg::Lock::Timeout=120'];
    await run(APT_GET, [...wait, 'update'], { env }).catch(() => undefined); // The install says what is wrong.
    await run(APT_GET, [...wait, 'install', '-y', '--no-install-recommends', 'chromium'], { env });
    const installed = findChromium('/usr/bin');
    if (installed) return installed;
  }
  throw new Error('There is no Chromium on the PATH. Install one (on Debian: apt-get install chromium).');
}
