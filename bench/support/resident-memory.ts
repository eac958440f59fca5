import { readFileSync } from 'node:fs';

/** Returns what a process holds in memory, in MB (proc(5), VmRSS); NaN where there is no /proc. */
export function residentMb(pid: number): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes) / 1024;
  } catch {
    return Number.NaN;
  }
}
