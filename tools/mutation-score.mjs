import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const SCORES = join(root, 'bench/results/mutation.json');

/** Returns what Stryker leaves when it has measured a part. */
export function reportOf(part) {
  return join(root, '.countersign/mutation', part, 'mutation.json');
}

/** Writes what Stryker counted of a part, if it came so far, into bench/results/mutation.json, beside the other parts. */
export function keepScore(part) {
  if (!existsSync(reportOf(part))) return;
  const report = read(reportOf(part));
  const states = Object.values(report.files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const count = (...wanted) => states.filter((status) => wanted.includes(status)).length;
  const [noticed, missed] = [count('Killed', 'Timeout'), count('Survived', 'NoCoverage')];
  const score = {
    measured_at: new Date().toISOString(),
    files: Object.keys(report.files).length,
    mutants: states.length,
    killed: count('Killed'),
    timeout: count('Timeout'),
    survived: count('Survived'),
    no_coverage: count('NoCoverage'),
    not_runnable: count('CompileError', 'RuntimeError', 'Ignored', 'Pending'),
    score_percent: Number(((100 * noticed) / (noticed + missed)).toFixed(2)),
  };
  const scores = existsSync(SCORES) ? read(SCORES) : {};
  const sorted = Object.entries({ ...scores, [part]: score }).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(SCORES, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
