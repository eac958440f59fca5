import { thisCommit, thisMachine } from './machine.js';
import { meets, median, type Ratio } from './ratio.js';
import { writeResult } from './results.js';
import { versionsOf } from './versions.js';

/** With fewer, or nothing to compare, the figures are a trial and are not kept. */
const MIN_ROUNDS = 5;

export interface Row {
  readonly name: string;
  readonly [column: string]: string | number | null;
}

/**
 * Prints rows and ratios as tables and keeps them, with what is known of machine, servers and peers, in
 * bench/results/<name>.json. `npm run bench` makes bench/RESULTS.md of it.
 */
export async function report(
  name: string,
  rows: readonly Row[],
  notes: readonly string[],
  ratios: readonly Ratio[],
): Promise<void> {
  print(rows);
  if (ratios.length > 0) print(ratios.map(ratioRow));
  for (const note of notes) process.stdout.write(`${note}\n`);
  if (ratios.length === 0 || ratios.some(({ rounds }) => rounds.length < MIN_ROUNDS)) {
    process.stdout.write(`Not kept in bench/results: that takes ratios of at least ${MIN_ROUNDS} rounds.\n`);
    return;
  }
  writeResult(name, {
    measured_at: new Date().toISOString(),
    machine: await thisMachine(),
    commit: await thisCommit(),
    versions: await versionsOf(name),
    ...{ rows, notes, ratios },
  });
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
