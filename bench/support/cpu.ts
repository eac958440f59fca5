import { readdirSync, readFileSync } from 'node:fs';

/** proc(5) counts in ticks of USER_HZ, which is 100 on every platform of Linux that Node runs on. */
const MS_PER_TICK = 10;

/** CPU time in milliseconds. */
export interface CpuTimes {
  readonly server: number;
  readonly postgres: number;
}

/** The fields of proc(5) `stat` that say whose child a process is and what it has used, in ticks. */
export interface ProcessStat {
  readonly parent: number;
  /** In user and kernel mode. */
  readonly own: number;
  /** The same of its children that have ended and were waited for. */
  readonly endedChildren: number;
}

/** Reads a line of /proc/<pid>/stat. The name in it may itself contain blanks and parentheses. */
export function parseStat(line: string): ProcessStat {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  // The first of them is field 3 of proc(5).
  const field = (number: number): number => Number(fields[number - 3]);
  return { parent: field(4), own: field(14) + field(15), endedChildren: field(16) + field(17) };
}

/**
 * Runs a load and measures the CPU that the server and Postgres use meanwhile, NaN where there is no /proc.
 *
 * @param serverPid the process that the load calls
 * @param postgresPid Postgres's first process
 */
export async function cpuOf<Result>(
  serverPid: number,
  postgresPid: number,
  load: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly cpu: CpuTimes }> {
  const before = { server: processCpuMs(serverPid), postgres: familyCpuMs(postgresPid) };
  const result = await load();
  const cpu = {
    server: processCpuMs(serverPid) - before.server,
    postgres: familyCpuMs(postgresPid) - before.postgres,
  };
  return { result, cpu };
}

/** @returns the CPU of one call of so many */
export function perCall({ server, postgres }: CpuTimes, calls: number): CpuTimes {
  return { server: server / calls, postgres: postgres / calls };
}

/** Returns what a process has used so far, in milliseconds; NaN where there is no /proc. */
export function processCpuMs(pid: number): number {
  return (statOf(pid)?.own ?? Number.NaN) * MS_PER_TICK;
}

/** The same of a process with its children, those that have ended included. Postgres has one for each connection. */
export function familyCpuMs(pid: number): number {
  const first = statOf(pid);
  if (first === undefined) return Number.NaN;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === pid);
  const ticks = children.reduce((sum, stat) => sum + stat!.own, first.own + first.endedChildren);
  return ticks * MS_PER_TICK;
}

function statOf(pid: number): ProcessStat | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}
