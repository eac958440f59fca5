import { findProgram, installProgram } from './debian-program.js';

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * Returns a Chromium to test with, from the PATH or installed by apt-get (Debian, as root).
 * @throws Error when none is found and none can be installed
 */
export async function requireChromium(): Promise<string> {
  const found = findChromium(process.env.PATH ?? '') ?? (await installProgram('chromium', PROGRAMS));
  if (found) return found;
  throw new Error('Chromium not found on the PATH. Install it (Debian: apt-get install chromium).');
}

/** Returns the first Chromium or Chrome on that search path, in the form of the PATH variable. */
export function findChromium(searchPath: string): string | undefined {
  return findProgram(PROGRAMS, searchPath);
}
