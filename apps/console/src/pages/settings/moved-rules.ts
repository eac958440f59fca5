/** What of a platform's rule is looked at. */
interface Ranked {
  readonly name: string;
  readonly priority: number;
}

/** Rules that a new cap moves across the line above which nothing of a team or project decides before them. */
export interface MovedRules<Rule> {
  /** They will come before every rule of a team or project. */
  readonly above: readonly Rule[];
  /** A rule of a team or project may come before them. */
  readonly below: readonly Rule[];
}

/** Returns which rules of the platform are on the other side of a new cap. */
export function rulesMovedByCap<Rule extends Ranked>(
  rules: readonly Rule[],
  before: number,
  cap: number,
): MovedRules<Rule> {
  const between = (from: number, to: number): Rule[] =>
    rules.filter(({ priority }) => priority >= from && priority < to);
  return cap >= 1 ? { above: between(cap, before), below: between(before, cap) } : { above: [], below: [] };
}
