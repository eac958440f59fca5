import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';
import { familyCpuMs, processCpuMs } from '../support/cpu.js';
import { residentMb } from '../support/resident-memory.js';
import type { Installation } from './installation.js';

const PARTS = ['api', 'worker', 'postgres', 'redis', 'load'] as const;
export type Part = (typeof PARTS)[number];

/** CPU in milliseconds. */
export type PartCpu = Readonly<Record<Part, number>>;

/** What the parts of an installation hold at one moment, in MB where it is memory. */
export interface Held {
  /** The largest of the api processes. */
  readonly apiMb: number;
  readonly workerMb: number;
  /** Of all its processes, what they share counted once. */
  readonly postgresMb: number;
  readonly redisMb: number;
  readonly connections: number;
  /** Age of the oldest audit event that is not sealed. */
  readonly sealLagSeconds: number;
}

/** Returns what each part has used so far. @param loadPids processes full of agents, beside this one */
export function cpuOfParts({ apis, workers, servers }: Installation, loadPids: readonly number[]): PartCpu {
  const own = process.cpuUsage();
  return {
    api: sum(apis.map(({ pid }) => processCpuMs(pid))),
    worker: sum(workers.map(({ pid }) => processCpuMs(pid))),
    postgres: familyCpuMs(servers.postgresPid),
    redis: processCpuMs(servers.redisPid),
    load: sum(loadPids.map(processCpuMs)) + (own.user + own.system) / 1000,
  };
}

/** Returns `after` less `before`, over `divisor`. */
export function perUnit(before: PartCpu, after: PartCpu, divisor: number): PartCpu {
  const each = (part: Part): [Part, number] => [part, (after[part] - before[part]) / divisor];
  return Object.fromEntries(PARTS.map(each)) as Record<Part, number>;
}

export async function heldBy({ apis, workers, servers }: Installation): Promise<Held> {
  const page = await (await fetch(`${workers[0]!.url}/metrics`)).text();
  return {
    apiMb: Math.max(...apis.map(({ pid }) => residentMb(pid))),
    workerMb: Math.max(...workers.map(({ pid }) => residentMb(pid))),
    postgresMb: sum(familyOf(servers.postgresPid).map(proportionalMb)),
    redisMb: residentMb(servers.redisPid),
    connections: await connectionsOf(servers.pool),
    sealLagSeconds: Number(/^audit_seal_lag_seconds (\S+)/m.exec(page)?.[1]),
  };
}

async function connectionsOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ connections: number }>(
    `SELECT count(*)::int AS connections FROM pg_stat_activity WHERE backend_type = 'client backend'`,
  );
  return rows[0]!.connections;
}

function familyOf(pid: number): number[] {
  const isChild = (name: string): boolean => {
    try {
      return new RegExp(`^PPid:\\s+${pid}$`, 'm').test(readFileSync(`/proc/${name}/status`, 'utf8'));
    } catch {
      return false;
    }
  };
  return [
    pid,
    ...readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && isChild(name))
      .map(Number),
  ];
}

/** A page that several processes share counts in parts (proc(5), smaps_rollup); a process that has ended holds nothing. */
function proportionalMb(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
