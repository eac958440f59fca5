import type { Call } from './load/journal.js';
import { FAULT_KINDS } from './plan.js';
import type { Outcome } from './injector.js';

/** How many injections there were of each kind. */
export function injectionsByKind(outcomes: readonly Outcome[]): Record<string, number> {
  const kinds = outcomes.flatMap((outcome) =>
    outcome.kinds.filter((_, index) => outcome.met[index] !== 'left out'),
  );
  return Object.fromEntries(FAULT_KINDS.map((kind) => [kind, kinds.filter((each) => each === kind).length]));
}

/** How many calls there were of each operation and outcome. */
export function callsByOutcome(calls: readonly Call[]): Record<string, Record<string, number>> {
  const counts: Record<string, Record<string, number>> = {};
  for (const { operation, status, code } of calls) {
    const outcome = status === null ? 'lost' : `${status}${code === null ? '' : ` ${code}`}`;
    const of = (counts[operation] ??= {});
    of[outcome] = (of[outcome] ?? 0) + 1;
  }
  return counts;
}

/** One line a kind, aligned. */
export function table(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `  ${String(count).padStart(6)}  ${name}`)
    .join('\n');
}
