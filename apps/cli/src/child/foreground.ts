import { readFileSync } from 'node:fs';
import { isatty } from 'node:tty';

/**
 * Returns whether this program is in the foreground of a terminal. Then the terminal sends Ctrl-C to the child as well;
 * forwarding it would send it twice, at which many programs abort at once.
 */
export function isInForeground(): boolean {
  if (process.platform !== 'linux') return [0, 1, 2].some((fd) => isatty(fd));
  // proc(5): after the name, which may contain anything: state, ppid, pgrp, session, tty_nr, tpgid.
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[2] === fields[5];
}
