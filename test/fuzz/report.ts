import { OPERATIONS } from '../matrix/document.js';
import type { Collector } from './collector.js';

/** What a run found, in lines for people. */
export function report(collector: Collector): string {
  const unreached = collector.unreached();
  const missing = [...unreached.values()].reduce((sum, statuses) => sum + statuses.length, 0);
  const sources = [...collector.sources].sort().map(([source, count]) => `  ${source}: ${count}`);
  return [
    `${collector.total} requests:`,
    ...sources,
    `${OPERATIONS.length} operations, ${collector.described - missing} of ${collector.described} described statuses reached.`,
    ...[...unreached].map(([name, statuses]) => `  not reached: ${name} ${statuses.join(', ')}`),
    `${collector.violations.length} violations.`,
    ...collector.violations.map(({ fault, count, example }) => `  ${count} x ${fault}\n    ${example}`),
  ].join('\n');
}
