import type { Injection } from './injection.js';

/** What became of one round. */
export interface Outcome {
  readonly round: number;
  readonly injections: readonly Injection[];
  /** Milliseconds until all was ready, from when the last fault was over; null when it never was. */
  readonly wellAfterMs: number | null;
}

/** Returns the injections of a run that became that. */
export function injectionsThat(
  became: Injection['became'],
  outcomes: readonly Outcome[],
): readonly Injection[] {
  return outcomes.flatMap(({ injections }) => injections.filter((each) => each.became === became));
}

/** Returns how many injections had an effect: the others don't count. */
export function madeIn(outcomes: readonly Outcome[]): number {
  return injectionsThat('made', outcomes).length;
}
