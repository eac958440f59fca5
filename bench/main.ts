import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ratioChart } from './support/ratio-chart.js';
import { type Result, resultsPage } from './support/results-page.js';

/**
 * `npm run bench`: runs every benchmark of bench/, or those that are named, one after the other, and then writes
 * bench/RESULTS.md and a chart for each from what they left in bench/results. Ends with 1 if one of them failed.
 */
const BUILT = 'dist/bench';
const RESULTS = 'bench/results';

const all = readdirSync('bench').filter((name) => existsSync(join('bench', name, 'main.ts')));
const named = process.argv.slice(2);
const unknown = named.filter((name) => !all.includes(name));
if (unknown.length > 0)
  throw new Error(`There is no benchmark ${unknown.join(', ')}; there are ${all.join(', ')}.`);

const failed: string[] = [];
for (const name of named.length > 0 ? named : all) {
  process.stdout.write(`\n== ${name}\n`);
  const run = spawn(process.execPath, [join(BUILT, name, 'main.js')], { stdio: 'inherit' });
  const [code] = (await once(run, 'exit')) as [number | null];
  if (code !== 0) failed.push(name);
}

const results = new Map(all.filter(hasResult).map((name) => [name, resultOf(name)]));
writeFileSync('bench/RESULTS.md', resultsPage(results));
for (const [name, { ratios }] of results)
  if (ratios.length > 0) writeFileSync(join(RESULTS, `${name}.svg`), ratioChart(name, ratios));
process.stdout.write(`\nbench/RESULTS.md holds ${results.size} of ${all.length} benchmarks.\n`);
if (failed.length > 0) process.stdout.write(`Failed: ${failed.join(', ')}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;

function hasResult(name: string): boolean {
  return existsSync(join(RESULTS, `${name}.json`));
}

function resultOf(name: string): Result {
  const result = JSON.parse(readFileSync(join(RESULTS, `${name}.json`), 'utf8')) as Partial<Result>;
  return { ratios: [], rows: [], notes: [], ...result } as Result;
}
