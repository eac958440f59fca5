import { OPERATIONS } from '../matrix/document.js';
import { PRINCIPALS } from '../matrix/principals.js';
import type { Collector } from './collector.js';
import { sourceOf } from './schemathesis.js';

const ENOUGH = 50_000;
const ENOUGH_EACH = 500;

/** Returns what a whole run lacks, though no answer was wrong. */
export function lacks(collector: Collector): string[] {
  const { total, sources } = collector;
  const missing = [...collector.unreached()].map(
    ([name, statuses]) => `not reached: ${name} ${statuses.join(', ')}`,
  );
  const quiet = PRINCIPALS.map(
    (principal) => [sourceOf(principal), sources.get(sourceOf(principal)) ?? 0] as const,
  )
    .filter(([, count]) => count < ENOUGH_EACH)
    .map(([source, count]) => `${source}: ${count} requests, fewer than ${ENOUGH_EACH}`);
  return [...missing, ...quiet, ...(total < ENOUGH ? [`${total} requests, fewer than ${ENOUGH}`] : [])];
}

/** Returns what a run found, in lines for people. */
export function report(collector: Collector): string {
  const missing = [...collector.unreached().values()].reduce((sum, statuses) => sum + statuses.length, 0);
  const sources = [...collector.sources].sort().map(([source, count]) => `  ${source}: ${count}`);
  return [
    `${collector.total} requests:`,
    ...sources,
    `${OPERATIONS.length} operations, ${collector.described - missing} of ${collector.described} described statuses reached.`,
    ...lacks(collector).map((lack) => `  ${lack}`),
    `${collector.violations.length} violations.`,
    ...collector.violations.map(({ fault, count, example }) => `  ${count} x ${fault}\n    ${example}`),
  ].join('\n');
}
