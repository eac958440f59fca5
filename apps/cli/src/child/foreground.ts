import { readFileSync } from 'node:fs';
import { isatty } from 'node:tty';

/**
 * Whether this program is in the foreground of a terminal. Then Ctrl-C reaches the child from there, and forwarding it
 * would be a second one, at which many programs give up at once.
 */
export function isInForeground(): boolean {
  if (process.platform !== 'linux') return [0, 1, 2].some((fd) => isatty(fd));
  // proc(5): after the name, which may hold anything: state, ppid, pgrp, session, tty_nr, tpgid.
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[2] === fields[5];
}
