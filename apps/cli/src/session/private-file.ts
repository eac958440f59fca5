import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { CliError, EXIT, reasonOf } from '../exit.js';

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

/**
 * Reads such a file of JSON, which this program wrote.
 *
 * @returns null when it does not exist
 * @throws CliError (usage) as well when it is damaged
 */
export function readPrivateJson<Content>(path: string): Content | null {
  const text = readPrivate(path);
  if (text === null) return null;
  try {
    return JSON.parse(text) as Content;
  } catch {
    throw new CliError(EXIT.usage, `${path} is damaged. Remove it and sign in again.`);
  }
}

/** Writes a file that only its owner can read (0600, in a folder of 0700), atomically. @throws CliError (failed) */
export function writePrivate(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const next = `${path}.${crypto.randomUUID()}`;
  try {
    writeFileSync(next, text, { mode: 0o600, flag: 'wx' });
    renameSync(next, path);
  } catch (error) {
    removePrivate(next);
    throw new CliError(EXIT.failed, `${path} can't be written: ${reasonOf(error)}.`);
  }
}

export function removePrivate(path: string): void {
  rmSync(path, { force: true });
}
