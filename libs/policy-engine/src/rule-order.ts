import { type PolicyRule, selectorKeysOf } from './policy-rule.js';

/** A rule with what D42 ranks it by, computed once. */
export interface RankedRule {
  readonly rule: PolicyRule;
  readonly keys: readonly ReturnType<typeof selectorKeysOf>[number][];
  /** A platform rule at or above the cap: before every other, whatever a scoped rule's priority says. */
  readonly inBand: boolean;
  /** Why it comes where it does, for people; names keys, never a selector's values. */
  readonly reasons: readonly string[];
  /** Position among all rules by band, priority, selector keys, age and id; 0 is first. */
  readonly rank: number;
  /** The least rank of a rule that ties with this one on band, priority and selector keys. */
  readonly tierStart: number;
}

type Unplaced = Omit<RankedRule, 'rank' | 'tierStart'>;

/**
 * Ranks rules by everything of D42 that does not depend on the scope. How near an anchor is does: it decides
 * between rules of one tier, before age, and two rules of the same anchor are equally near.
 */
export function rankRules(rules: readonly PolicyRule[], cap: number): RankedRule[] {
  const ordered = rules
    .map((rule) => withFacts(rule, cap))
    .sort((a, b) => compareTier(a, b) || compareAge(a, b));
  let tierStart = 0;
  return ordered.map((entry, rank) => {
    const before = ordered[rank - 1];
    if (before && compareTier(before, entry) !== 0) tierStart = rank;
    return { ...entry, rank, tierStart };
  });
}

function withFacts(rule: PolicyRule, cap: number): Unplaced {
  const isPlatform = rule.projectId === null && rule.teamId === null;
  const keys = selectorKeysOf(rule.selector);
  const inBand = isPlatform && rule.priority >= cap;
  return { rule, keys, inBand, reasons: reasonsOf(rule, keys, inBand) };
}

function compareTier(a: Unplaced, b: Unplaced): number {
  return (
    Number(b.inBand) - Number(a.inBand) || b.rule.priority - a.rule.priority || b.keys.length - a.keys.length
  );
}

function compareAge(a: Unplaced, b: Unplaced): number {
  if (a.rule.createdAtMicros !== b.rule.createdAtMicros)
    return a.rule.createdAtMicros - b.rule.createdAtMicros;
  return a.rule.id < b.rule.id ? -1 : 1;
}

function reasonsOf(rule: PolicyRule, keys: readonly string[], inBand: boolean): string[] {
  const anchor =
    rule.projectId !== null ? 'project rule' : rule.teamId !== null ? 'team rule' : 'platform rule';
  return [
    inBand ? 'platform rule in the reserved band' : anchor,
    `priority ${rule.priority}`,
    keys.length === 0 ? 'matches everything' : `matches ${keys.join(', ')}`,
  ];
}
