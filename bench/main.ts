import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ratioChart } from './support/ratio-chart.js';
import { markFailed, missedGoals, readResult, type Result, RESULTS } from './support/results.js';
import { resultsPage } from './support/results-page.js';

/**
 * `npm run bench`: runs every benchmark of bench/, or those that are named, one after the other, and then writes
 * bench/RESULTS.md and a chart for each from what they left in bench/results, where one that failed is marked. The last
 * lines are the goals that were missed. Ends with 1 if a benchmark failed; a missed goal alone is no failure.
 */
const BUILT = 'dist/bench';

const all = readdirSync('bench').filter((name) => existsSync(join('bench', name, 'main.ts')));
const named = process.argv.slice(2);
const unknown = named.filter((name) => !all.includes(name));
if (unknown.length > 0)
  throw new Error(`There is no benchmark ${unknown.join(', ')}; there are ${all.join(', ')}.`);

const asked = named.length > 0 ? named : all;
const started = new Date().toISOString();
const failed: string[] = [];
for (const name of asked) {
  process.stdout.write(`\n== ${name}\n`);
  if (await succeeds(name)) continue;
  failed.push(name);
  markFailed(name);
}

const results = new Map(all.flatMap((name): [string, Result][] => entryOf(name)));
writeFileSync('bench/RESULTS.md', resultsPage(results));
for (const [name, { ratios }] of results)
  if (ratios.length > 0) writeFileSync(join(RESULTS, `${name}.svg`), ratioChart(name, ratios));
process.stdout.write(`\nbench/RESULTS.md holds ${results.size} of ${all.length} benchmarks.\n`);
const measured = [...results].filter(([, { measured_at }]) => measured_at !== null && measured_at >= started);
list(
  'Goals missed',
  measured.flatMap(([name, result]) => missedGoals(name, result)),
);
list('Failed', failed);
process.exitCode = failed.length > 0 ? 1 : 0;

async function succeeds(name: string): Promise<boolean> {
  const run = spawn(process.execPath, [join(BUILT, name, 'main.js')], { stdio: 'inherit' });
  const [code] = (await once(run, 'exit')) as [number | null];
  return code === 0;
}

function entryOf(name: string): [string, Result][] {
  const result = readResult(name);
  return result === null ? [] : [[name, result]];
}

function list(title: string, lines: readonly string[]): void {
  if (lines.length > 0) process.stdout.write(`${title}:\n${lines.map((line) => `  ${line}\n`).join('')}`);
}
