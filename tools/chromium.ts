import { findProgram, installProgram } from './debian-program.js';

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * A Chromium to test with; without one on the PATH it is installed by apt-get, which takes Debian and root.
 * @throws Error when there is none and none can be installed
 */
export async function requireChromium(): Promise<string> {
  const found = findChromium(process.env.PATH ?? '') ?? (await installProgram('chromium', PROGRAMS));
  if (found) return found;
  throw new Error('There is no Chromium on the PATH. Install one (on Debian: apt-get install chromium).');
}

/** The first Chromium or Chrome on that search path, in the form of the PATH variable. */
export function findChromium(searchPath: string): string | undefined {
  return findProgram(PROGRAMS, searchPath);
}
