import { writeSync } from 'node:fs';
import { CliError, EXIT } from '../exit.js';

/** Writes all bytes: pipes accept a part at a time, and non-blocking ones fail with EAGAIN. @throws CliError */
export function writeAll(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;)
    try {
      at += writeSync(fd, bytes, at);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EAGAIN') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
      else
        throw new CliError(EXIT.failed, `The values could not be written (${code}), and have been consumed.`);
    }
}
