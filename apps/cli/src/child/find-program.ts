import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { environmentVariable } from '../environment.js';
import { EXIT } from '../exit.js';

const DEFAULT_PATH = '/usr/bin:/bin';
const EXTENSIONS = process.platform === 'win32' ? ['.exe', '.com', ''] : [''];

/** A program's file, or the exit code of shells if there is none: 127 or 126. */
export type FoundProgram =
  | { readonly file: string }
  | { readonly file: null; readonly exit: typeof EXIT.notExecutable | typeof EXIT.commandNotFound };

/** Finds a program as a shell does: a name in the folders of PATH, anything with a slash as a path. */
export function findProgram(name: string): FoundProgram {
  const candidates = /[/\\]/.test(name) ? [resolve(name)] : inPath(name);
  let exit: typeof EXIT.notExecutable | typeof EXIT.commandNotFound = EXIT.commandNotFound;
  for (const file of candidates) {
    const found = name === '' ? undefined : statSync(file, { throwIfNoEntry: false });
    if (!found) continue;
    if (found.isFile() && isExecutable(file)) return { file };
    exit = EXIT.notExecutable;
  }
  return { file: null, exit };
}

function inPath(name: string): string[] {
  const folders = (environmentVariable('PATH') ?? DEFAULT_PATH).split(delimiter);
  return folders.flatMap((folder) => EXTENSIONS.map((extension) => resolve(join(folder, name + extension))));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
