import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../../tools/debian-program.js';

const PROGRAMS = ['aws', 'bao', 'curl', 'node', 'openssl'];

/**
 * Puts something before the programs of a search path that writes down their command lines, which every user of a
 * machine can read, and then becomes the program. Gives the search path with these at its front.
 * @param folder a new folder for them @param heard the file for the command lines
 */
export function overheardPrograms(searchPath: string, folder: string, heard: string): string {
  mkdirSync(folder);
  writeFileSync(heard, '', { mode: 0o600 });
  for (const name of PROGRAMS) {
    const real = findProgram([name], searchPath);
    if (!real) continue;
    const script = `#!/bin/sh\nprintf '%s\\n' "${name}" "$@" >> '${heard}'\nexec '${real}' "$@"\n`;
    writeFileSync(join(folder, name), script);
    chmodSync(join(folder, name), 0o755);
  }
  return `${folder}:${searchPath}`;
}
