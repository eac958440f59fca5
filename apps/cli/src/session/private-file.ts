import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { CliError, EXIT } from '../exit.js';

const OTHERS = 0o077;

/**
 * Reads a file that only its owner can read.
 *
 * @returns null when it does not exist
 * @throws CliError (usage) when others can read it: its contents must be considered disclosed
 */
export function readPrivate(path: string): string | null {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    const { mode, uid } = fstatSync(file);
    const foreign = process.getuid !== undefined && uid !== process.getuid();
    if (process.platform !== 'win32' && ((mode & OTHERS) !== 0 || foreign))
      throw new CliError(
        EXIT.usage,
        `Others may read ${path}, so it is not used. Remove it and sign in again.`,
      );
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

/** Writes a file that only its owner can read (0600, in a folder of 0700), atomically. */
export function writePrivate(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const next = `${path}.${crypto.randomUUID()}`;
  const file = openSync(next, 'wx', 0o600);
  try {
    writeSync(file, text);
  } finally {
    closeSync(file);
  }
  renameSync(next, path);
}

export function removePrivate(path: string): void {
  rmSync(path, { force: true });
}
