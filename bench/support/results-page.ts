import { meets, median, type Ratio } from './ratio.js';
import { goalText } from './ratio-chart.js';
import type { Result } from './results.js';

/** bench/RESULTS.md: each figure as a ratio beside its peer or limit, then the figures behind it. */
export function resultsPage(results: ReadonlyMap<string, Result>): string {
  const sections = [...results].flatMap(([name, result]) => section(name, result));
  return `${[
    '# Benchmark results',
    '',
    'Written by `npm run bench`. Every figure is a ratio to a peer or a limit that was measured in the same run; the',
    'absolute figures below each table belong to the machine named with them.',
    '',
    ...sections,
  ].join('\n')}`;
}

function section(name: string, result: Result): string[] {
  return [
    `## ${name}`,
    '',
    ...failure(result),
    ...circumstances(result),
    ...(result.ratios.length > 0 ? [`![${name}](results/${name}.svg)`, ''] : []),
    ...table(result.ratios.map(ratioCells)),
    ...table(result.rows.map((row) => row)),
    ...result.notes.map((note) => `- ${note}`),
    '',
  ];
}

function failure({ failed_at, measured_at }: Result): string[] {
  if (failed_at === undefined) return [];
  const before = measured_at === null ? '' : ' What follows is of the run before it.';
  return [`**The run of ${minuteOf(failed_at)} failed.**${before}`, ''];
}

/** When, of which code, on what, with what beside it. */
function circumstances({ measured_at, commit, machine, versions = {} }: Result): string[] {
  if (measured_at === null || machine === undefined) return [];
  const { cpu, cores, ram_gib, os, node, load_average } = machine;
  const memory = ram_gib === undefined ? '' : `, ${ram_gib} GiB`;
  const parts = [
    `${minuteOf(measured_at)}${commit === undefined ? '' : `, commit ${commit}`}`,
    `${cpu}, ${cores} cores${memory}, load ${load_average.join(' / ')}`,
    ...(os === undefined ? [] : [os]),
    [`Node ${node}`, ...Object.entries(versions).map(([what, version]) => `${what} ${version}`)].join(', '),
  ];
  return [parts.join('; '), ''];
}

function minuteOf(at: string): string {
  return `${at.slice(0, 16).replace('T', ' ')} UTC`;
}

function ratioCells(ratio: Ratio): Record<string, string> {
  const { name, rounds, goal } = ratio;
  return {
    ratio: name,
    min: Math.min(...rounds).toPrecision(3),
    median: median(rounds).toPrecision(3),
    max: Math.max(...rounds).toPrecision(3),
    runs: String(rounds.length),
    goal: goalText(goal),
    met: goal === null ? '' : meets(ratio) ? 'yes' : '**no**',
  };
}

function table(rows: readonly Readonly<Record<string, string | number | null>>[]): string[] {
  if (rows.length === 0) return [];
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const cellsOf = (row: Readonly<Record<string, string | number | null>>): string[] =>
    columns.map((column) => String(row[column] ?? '').replaceAll('|', '\\|'));
  return [line(columns), line(columns.map(() => '---')), ...rows.map((row) => line(cellsOf(row))), ''];
}
