import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';

export interface Row {
  readonly name: string;
  readonly [column: string]: string | number | null;
}

/** Prints rows as a table and keeps them, with what is known of the machine, in bench/results/<name>.json. */
export async function report(name: string, rows: readonly Row[], notes: readonly string[]): Promise<void> {
  print(rows);
  for (const note of notes) process.stdout.write(`${note}\n`);
  const machine = {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    node: process.version,
    load_average: loadavg().map((load) => Math.round(load * 100) / 100),
  };
  await mkdir('bench/results', { recursive: true });
  const result = { measured_at: new Date().toISOString(), machine, rows, notes };
  await writeFile(`bench/results/${name}.json`, `${JSON.stringify(result, null, 2)}\n`);
}

function print(rows: readonly Row[]): void {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]!.length)));
  for (const line of lines)
    process.stdout.write(`${line.map((cell, index) => cell.padEnd(widths[index]!)).join('  ')}\n`);
}
