import { type CpuTimes, cpuOf, perCall } from './cpu.js';
import { type Figures } from './figures.js';
import { type Call, httpLoad } from './http-load.js';
import { median } from './ratio.js';
import type { Row } from './report.js';
import type { RunningProcess } from './start-process.js';

/** What a round of one kind of call costs, too. */
export interface MeasuredFigures extends Figures {
  /** Of one call. */
  readonly cpu: CpuTimes;
}

/** Sends the calls as `httpLoad` does, and measures the CPU of the server and of Postgres for each of them. */
export async function measuredLoad(
  { url, pid }: RunningProcess,
  postgresPid: number,
  clients: number,
  calls: readonly Call[],
  expected: number,
): Promise<MeasuredFigures> {
  const load = () => httpLoad(url, clients, calls, expected);
  const { result, cpu } = await cpuOf(pid, postgresPid, load);
  return { ...result, cpu: perCall(cpu, calls.length) };
}

/** The columns of a row of one kind of call: the medians of its rounds. */
export function columnsOf(rounds: readonly MeasuredFigures[]): Omit<Row, 'name'> {
  const middle = (of: (round: MeasuredFigures) => number): number => median(rounds.map(of));
  return {
    per_second: Math.round(middle((round) => round.perSecond)),
    p50_ms: middle((round) => round.p50Ms).toFixed(2),
    p99_ms: middle((round) => round.p99Ms).toFixed(2),
    ...cpuColumns(rounds.map((round) => round.cpu)),
  };
}

/** CPU of server and Postgres in ms for one call: the medians of its rounds; left out where there is no /proc. */
export function cpuColumns(rounds: readonly CpuTimes[]): Omit<Row, 'name'> {
  const middle = (of: (times: CpuTimes) => number): string | null => {
    const ms = median(rounds.map(of));
    return Number.isNaN(ms) ? null : ms.toFixed(2);
  };
  return { cpu_ms: middle(({ server }) => server), postgres_cpu_ms: middle(({ postgres }) => postgres) };
}
