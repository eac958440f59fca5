import { Clipboard } from './clipboard.js';
import { terminalClipboard } from './terminal-clipboard.js';
import type { Value } from './value.js';

/** Copies a value. @returns where it is now and what becomes of it there, of which its key is the subject */
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
      // No terminal answers whether it took it.
      return "was sent to the terminal's clipboard, if it accepts that (OSC 52); clear it yourself";
    };
  }
  const clipboard = Clipboard.find();
  return ({ bytes }) => {
    clipboard.put(bytes, clearAfterMs);
    return `is on the clipboard; it is cleared after ${clearAfterMs / 1000} s`;
  };
}
