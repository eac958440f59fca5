import type { Call } from './load/journal.js';
import { FAULT_KINDS } from './plan.js';
import { injectionsThat, type Outcome } from './outcome.js';

/** Returns how many injections there were of each kind. */
export function injectionsByKind(outcomes: readonly Outcome[]): Record<string, number> {
  const kinds = injectionsThat('made', outcomes).map(({ kind }) => kind);
  return Object.fromEntries(FAULT_KINDS.map((kind) => [kind, kinds.filter((each) => each === kind).length]));
}

/** Returns one sentence for each kind that was left out or had no effect, with how often and why. */
export function notMade(outcomes: readonly Outcome[]): string[] {
  const sentences = (['left out', 'without effect'] as const).flatMap((how) =>
    injectionsThat(how, outcomes).map(({ kind, met }) => `${kind} was ${how}: it met ${met}`),
  );
  return [...new Set(sentences)].map(
    (sentence) => `${sentences.filter((each) => each === sentence).length} x ${sentence}`,
  );
}

/** Returns how many calls there were of each operation and outcome. */
export function callsByOutcome(calls: readonly Call[]): Record<string, Record<string, number>> {
  const counts: Record<string, Record<string, number>> = {};
  for (const { operation, status, code } of calls) {
    const outcome = status === null ? 'lost' : `${status}${code === null ? '' : ` ${code}`}`;
    const of = (counts[operation] ??= {});
    of[outcome] = (of[outcome] ?? 0) + 1;
  }
  return counts;
}

/** Returns one line a kind, aligned. */
export function table(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `  ${String(count).padStart(6)}  ${name}`)
    .join('\n');
}
