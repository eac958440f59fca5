import { meets, median, type Ratio } from './ratio.js';
import { goalText } from './ratio-chart.js';

/** What a benchmark left in bench/results/<name>.json. */
export interface Result {
  readonly measured_at: string;
  readonly machine: {
    readonly cpu: string;
    readonly cores: number;
    readonly node: string;
    readonly load_average: readonly number[];
  };
  readonly rows: readonly Readonly<Record<string, string | number | null>>[];
  readonly notes: readonly string[];
  readonly ratios: readonly Ratio[];
}

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
  const { cpu, cores, node, load_average: load } = result.machine;
  return [
    `## ${name}`,
    '',
    `${result.measured_at.slice(0, 16).replace('T', ' ')} UTC; ${cpu}, ${cores} cores, load ${load.join(' / ')}; Node ${node}`,
    '',
    ...(result.ratios.length > 0 ? [`![${name}](results/${name}.svg)`, ''] : []),
    ...table(result.ratios.map(ratioCells)),
    ...table(result.rows.map((row) => row)),
    ...result.notes.map((note) => `- ${note}`),
    '',
  ];
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
