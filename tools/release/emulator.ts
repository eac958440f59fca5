import { existsSync } from 'node:fs';
import type { Architecture } from './node-binary.js';
import { run } from './run.js';

/** The emulator of an architecture and its libraries, in Debian's locations. */
const PLACES = {
  x64: { emulator: '/usr/bin/qemu-x86_64-static', libraries: '/usr/x86_64-linux-gnu', debian: 'amd64' },
  arm64: { emulator: '/usr/bin/qemu-aarch64-static', libraries: '/usr/aarch64-linux-gnu', debian: 'arm64' },
} as const;

/**
 * Runs a program; for another architecture than this machine's only if qemu-user-static and its libstdc++6 (`-cross`) are
 * installed, else it says that it did not.
 * @throws Error if it fails
 */
export function runWherePossible(architecture: Architecture, program: string, args: readonly string[]): void {
  const { emulator, libraries, debian } = PLACES[architecture];
  if (architecture === process.arch) run(program, args);
  else if (existsSync(emulator) && existsSync(`${libraries}/lib/libstdc++.so.6`))
    run(emulator, ['-L', libraries, program, ...args]);
  else
    process.stderr.write(
      `release: the executable for ${architecture} was not run, without qemu-user-static and libstdc++6-${debian}-cross\n`,
    );
}
