import {
  closeSync,
  constants,
  ftruncateSync,
  openSync,
  realpathSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isatty } from 'node:tty';
import { CliError, EXIT } from '../exit.js';
import { MAX_BYTES } from './value.js';
import { writeAll } from './write-all.js';

/** A destination of values. */
export interface Destination {
  /** Writes all bytes. @throws CliError */
  write(bytes: Buffer): void;
  /** Removes what was prepared, if nothing was written. */
  drop(): void;
}

const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;

/** Returns stdout, which must not be a terminal, because its scrollback would keep the value. @throws CliError (usage) */
export function standardOutput(): Destination {
  if (isatty(1))
    throw new CliError(
      EXIT.usage,
      'A terminal keeps what is written to it: leave out --output, or use a pipe.',
    );
  return { write: (bytes) => writeAll(1, bytes), drop: () => undefined };
}

/**
 * Creates a file that only its owner can read (0600), before any value is retrieved.
 * @param count how many values it is for
 * @throws CliError (usage) if it exists, or if others can write to its folder and could replace it; (failed) on a full disk
 */
export function newFile(path: string, count: number): Destination {
  const full = join(folderOf(path), basename(path));
  let fd: number;
  try {
    fd = openSync(full, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const why = code === 'EEXIST' ? 'there is something already' : code;
    throw new CliError(EXIT.usage, `${path} can't be made: ${why}.`);
  }
  let written = false;
  const drop = (): void => {
    if (written) return;
    written = true;
    closeSync(fd);
    rmSync(full, { force: true });
  };
  if (!hasRoom(fd, count * MAX_BYTES)) {
    drop();
    throw new CliError(EXIT.failed, `There is no room for the values in ${path}; none was retrieved.`);
  }
  return {
    write(bytes) {
      writeAll(fd, bytes);
      written = true;
      closeSync(fd);
    },
    drop,
  };
}

/** Returns whether an empty file can hold so many bytes, by writing them. */
function hasRoom(fd: number, size: number): boolean {
  try {
    return writeSync(fd, Buffer.alloc(size), 0, size, 0) === size;
  } catch {
    return false;
  } finally {
    ftruncateSync(fd);
  }
}

/** Whoever may write to a parent folder can replace what is in it; in a sticky one (`/tmp`) only the owner can. */
function folderOf(path: string): string {
  const given = dirname(resolve(path));
  statOf(given);
  const folder = realpathSync(given);
  if (process.platform === 'win32') return folder;
  for (let each = folder, first = true; ; each = dirname(each), first = false) {
    const found = statOf(each);
    const sticky = !first && (found.mode & STICKY) !== 0;
    const foreign = found.uid !== 0 && found.uid !== process.getuid?.();
    if (foreign || ((found.mode & OTHERS_WRITE) !== 0 && !sticky))
      throw new CliError(EXIT.usage, `Others may write to ${each}: choose a folder of your own.`);
    if (each === dirname(each)) return folder;
  }
}

function statOf(folder: string): Stats {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found?.isDirectory()) throw new CliError(EXIT.usage, `There is no folder ${folder}.`);
  return found;
}
