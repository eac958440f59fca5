import { isatty } from 'node:tty';
import { CliError, EXIT } from '../exit.js';
import { writeAll } from './write-all.js';

/**
 * Returns the terminal that can put a value on the clipboard of whoever sits at it, also through SSH (OSC 52 of xterm).
 * @throws CliError (usage) without a terminal
 */
export function terminalClipboard(): { readonly put: (value: Buffer) => void } {
  const fd = [1, 2].find((each) => isatty(each));
  if (fd === undefined)
    throw new CliError(EXIT.usage, 'There is no terminal here, whose clipboard --osc52 would use.');
  return { put: (value) => put(fd, value) };
}

function put(fd: number, value: Buffer): void {
  const bytes = Buffer.from(`\u001b]52;c;${value.toString('base64')}\u0007`, 'latin1');
  try {
    writeAll(fd, bytes);
  } finally {
    bytes.fill(0);
  }
}
