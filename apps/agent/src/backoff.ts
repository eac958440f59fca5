/** The delay grows from `baseMs` to at most `capMs`. */
export interface BackoffRange {
  baseMs: number;
  capMs: number;
}

/**
 * Returns the milliseconds to wait after failed attempt number `attempt` (0 for the first): exponential, with jitter in the
 * upper half, so that agents that lost the control plane at the same time don't reconnect at the same time.
 * @param random returns a number in [0, 1)
 */
export function backoffDelay(attempt: number, range: BackoffRange, random: () => number): number {
  const ceiling = Math.min(range.capMs, range.baseMs * 2 ** Math.min(attempt, 30));
  return Math.round(ceiling / 2 + (random() * ceiling) / 2);
}
