import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { meets, median, type Ratio } from './ratio.js';

export interface Row {
  readonly name: string;
  readonly [column: string]: string | number | null;
}

/**
 * Prints rows and ratios as tables and keeps them, with what is known of the machine, in bench/results/<name>.json.
 * `npm run bench` makes bench/RESULTS.md of the ratios.
 */
export async function report(
  name: string,
  rows: readonly Row[],
  notes: readonly string[],
  ratios: readonly Ratio[] = [],
): Promise<void> {
  print(rows);
  if (ratios.length > 0) print(ratios.map(ratioRow));
  for (const note of notes) process.stdout.write(`${note}\n`);
  const machine = {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    node: process.version,
    load_average: loadavg().map((load) => Math.round(load * 100) / 100),
  };
  await mkdir('bench/results', { recursive: true });
  const result = { measured_at: new Date().toISOString(), machine, rows, notes, ratios };
  await writeFile(`bench/results/${name}.json`, `${JSON.stringify(result, null, 2)}\n`);
}

function ratioRow(ratio: Ratio): Row {
  const { name, rounds, goal } = ratio;
  const goalText = goal === null ? '' : 'atLeast' in goal ? `>= ${goal.atLeast}` : `<= ${goal.atMost}`;
  return {
    name,
    min: Math.min(...rounds).toPrecision(3),
    median: median(rounds).toPrecision(3),
    max: Math.max(...rounds).toPrecision(3),
    goal: goalText,
    met: meets(ratio) ? 'yes' : 'NO',
  };
}

function print(rows: readonly Row[]): void {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]!.length)));
  for (const line of lines)
    process.stdout.write(`${line.map((cell, index) => cell.padEnd(widths[index]!)).join('  ')}\n`);
}
