import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './machine.js';
import { meets, median, type Ratio } from './ratio.js';
import { goalText } from './ratio-chart.js';

export const RESULTS = 'bench/results';

/** What a benchmark left in bench/results/<name>.json. */
export interface Result {
  /** null when it never came to its end. */
  readonly measured_at: string | null;
  /** When it last ran and failed; what else is here then is of the run before. */
  readonly failed_at?: string;
  readonly machine?: Machine;
  readonly commit?: string;
  /** Of the servers and the peers. */
  readonly versions?: Readonly<Record<string, string>>;
  readonly rows: readonly Readonly<Record<string, string | number | null>>[];
  readonly notes: readonly string[];
  readonly ratios: readonly Ratio[];
}

/** null for a benchmark that never ran. */
export function readResult(name: string): Result | null {
  const file = fileOf(name);
  if (!existsSync(file)) return null;
  const stored = JSON.parse(readFileSync(file, 'utf8')) as Partial<Result>;
  return { measured_at: null, rows: [], notes: [], ratios: [], ...stored };
}

export function writeResult(name: string, result: Result): void {
  writeFileSync(fileOf(name), `${JSON.stringify(result, null, 2)}\n`);
}

/** Keeps the figures of the run before, and says that they are not of the last one. */
export function markFailed(name: string): void {
  const before = readResult(name) ?? { measured_at: null, rows: [], notes: [], ratios: [] };
  writeResult(name, { ...before, failed_at: new Date().toISOString() });
}

/** A line for each goal that the median of the rounds does not reach. */
export function missedGoals(name: string, { ratios }: Result): string[] {
  return ratios
    .filter((ratio) => !meets(ratio))
    .map(
      ({ name: what, rounds, goal }) =>
        `${name}: ${what}: ${median(rounds).toPrecision(3)}, ${goalText(goal)}`,
    );
}

function fileOf(name: string): string {
  return join(RESULTS, `${name}.json`);
}
