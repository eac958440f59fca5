import { fstatSync, type Stats, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { CliError, EXIT } from '../exit.js';
import { type Destination, standardOutput } from './destination.js';
import { writeAll } from './write-all.js';

const MOST = 1024;
const FIRST = 3;
/** A file that a shell opens can be read by whoever its umask lets. */
const FOR_FILES = 'For a file use --to file:PATH.';

/**
 * Returns a descriptor that this program was started with: `3` of `3> >(…)`. It is checked before any value is retrieved.
 * Pipes, files and devices are accepted, sockets are not: the check's empty write would be a datagram on some.
 * @throws CliError (usage) for one that is not open to write to, for a terminal, and for stdin and stderr
 */
export function descriptor(text: string): Destination {
  const fd = /^\d{1,4}$/.test(text) ? Number(text) : NaN;
  if (fd === 1) return standardOutput();
  if (!(fd >= FIRST && fd < MOST))
    throw new CliError(
      EXIT.usage,
      `--to fd:N takes 1, or a descriptor from 3 on: reveal @last --to fd:3 3> fifo. ${FOR_FILES}`,
    );
  if (isatty(fd))
    throw new CliError(EXIT.usage, `A terminal keeps what is written to it: descriptor ${fd} is one.`);
  const found = statOf(fd);
  if (found === null || !isOurs(found) || !canWrite(fd) || isOfNode(found))
    throw new CliError(
      EXIT.usage,
      `Descriptor ${fd} was not opened for this command to write to: use ${fd}> fifo. ${FOR_FILES}`,
    );
  return { write: (bytes) => writeAll(fd, bytes), drop: () => undefined };
}

/** Node’s own descriptors are of other kinds, except for its pipes. */
const isOurs = (found: Stats): boolean => found.isFIFO() || found.isFile() || found.isCharacterDevice();

/** Node’s own pipes, whose bytes it takes for pointers, have both ends in this process. */
function isOfNode(found: Stats): boolean {
  if (!found.isFIFO()) return false;
  for (let fd = FIRST; fd < MOST; fd += 1) {
    const other = statOf(fd);
    if (other?.ino === found.ino && other.dev === found.dev && !canWrite(fd)) return true;
  }
  return false;
}

/** A write of nothing changes nothing, but fails where writing is not allowed. */
function canWrite(fd: number): boolean {
  try {
    return writeSync(fd, Buffer.alloc(0)) === 0;
  } catch {
    return false;
  }
}

function statOf(fd: number): Stats | null {
  try {
    return fstatSync(fd);
  } catch {
    return null;
  }
}
