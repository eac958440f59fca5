/** What a ratio has to reach. */
export type Goal = { readonly atLeast: number } | { readonly atMost: number };

/** One figure of a benchmark beside its peer or its limit, measured in the same run. */
export interface Ratio {
  /** Says what stands over what: `retrievals per second over a bare NestJS route`. */
  readonly name: string;
  readonly goal: Goal | null;
  /** One ratio for each round. */
  readonly rounds: readonly number[];
}

/** @param ours the figure of each round; @param peers the peer's figure of the same round */
export function ratioOf(
  name: string,
  goal: Goal | null,
  ours: readonly number[],
  peers: readonly number[],
): Ratio {
  return { name, goal, rounds: ours.map((figure, round) => figure / peers[round]!) };
}

/** @param numbers at least one */
export function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}

/** Whether the median of the rounds reaches the goal; true where there is none. */
export function meets({ goal, rounds }: Ratio): boolean {
  if (goal === null) return true;
  return 'atLeast' in goal ? median(rounds) >= goal.atLeast : median(rounds) <= goal.atMost;
}
