/** Waiting grows from `baseMs` to at most `capMs`. */
export interface BackoffRange {
  baseMs: number;
  capMs: number;
}

/**
 * Returns milliseconds to wait after failed try number `attempt` (0 for the first): doubling, with the upper half
 * random so that a fleet that lost its control plane together doesn't return together.
 * @param random returns a number in [0, 1)
 */
export function backoffDelay(attempt: number, range: BackoffRange, random: () => number): number {
  const ceiling = Math.min(range.capMs, range.baseMs * 2 ** Math.min(attempt, 30));
  return Math.round(ceiling / 2 + (random() * ceiling) / 2);
}
