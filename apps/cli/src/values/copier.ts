import { Clipboard } from './clipboard.js';
import { terminalClipboard } from './terminal-clipboard.js';
import type { Value } from './value.js';

/** Copies a value. @returns what becomes of the copy */
export type Copy = (value: Value) => string;

/**
 * Returns what copies values to one clipboard: the desktop's, or with `osc52` the terminal's.
 * @throws CliError (usage) where there is none
 */
export function copierOf({ osc52, clearAfterMs }: { osc52: boolean; clearAfterMs: number }): Copy {
  if (osc52) {
    const terminal = terminalClipboard();
    return ({ bytes }) => {
      terminal.put(bytes);
      return 'it stays there until you clear it';
    };
  }
  const clipboard = Clipboard.find();
  return ({ bytes }) => {
    clipboard.put(bytes, clearAfterMs);
    return `it is cleared after ${clearAfterMs / 1000} s`;
  };
}
