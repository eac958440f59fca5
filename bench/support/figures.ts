/** What a round of a benchmark gives. */
export interface Figures {
  readonly count: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** @param tookMs the time that each took, in milliseconds */
export function figuresOf(tookMs: readonly number[], seconds: number): Figures {
  const sorted = [...tookMs].sort((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { count: sorted.length, perSecond: sorted.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** The round with the median rate: one disturbed round does not decide. */
export function medianRound<Round extends Figures>(rounds: readonly Round[]): Round {
  const sorted = [...rounds].sort((a, b) => a.perSecond - b.perSecond);
  return sorted[Math.floor(sorted.length / 2)]!;
}
