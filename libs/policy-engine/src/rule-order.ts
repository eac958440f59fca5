import { type PolicyRule, type SelectorKey, selectorKeysOf } from './policy-rule.js';

/** A rule with what D42 orders it by. It depends on the rule and the cap alone, so a change of one rule moves no other. */
export interface RankedRule {
  readonly rule: PolicyRule;
  readonly keys: readonly SelectorKey[];
  /** A platform rule at or above the cap: before every other, whatever a scoped rule's priority says. */
  readonly inBand: boolean;
  /** Band, priority and number of selector keys as one number; the least comes first. Rules with the same tier tie. */
  readonly tier: number;
}

const TOP_PRIORITY = 1_000_000;
/** Room for the number of selector keys, for a priority, and above both for the band: 25 bits in all. */
const KEYS_ROOM = 16;
const PRIORITY_ROOM = 2 ** 20;

/** After every tier. */
export const LAST_TIER = 2 ** 25;

/**
 * Returns the rule with its tier: everything of D42 that comes before nearness, which depends on the scope. Nearness
 * decides within a tier, before age, and two rules of the same anchor are equally near.
 */
export function rankRule(rule: PolicyRule, cap: number): RankedRule {
  const isPlatform = rule.projectId === null && rule.teamId === null;
  const keys = selectorKeysOf(rule.selector);
  const inBand = isPlatform && rule.priority >= cap;
  const behind = inBand ? 0 : PRIORITY_ROOM;
  const tier = (behind + TOP_PRIORITY - rule.priority) * KEYS_ROOM + KEYS_ROOM - 1 - keys.length;
  return { rule, keys, inBand, tier };
}

/** Orders rules of one anchor: by tier, age and id. */
export function compareRanked(a: RankedRule, b: RankedRule): number {
  if (a.tier !== b.tier) return a.tier - b.tier;
  if (a.rule.createdAtMicros !== b.rule.createdAtMicros)
    return a.rule.createdAtMicros - b.rule.createdAtMicros;
  return a.rule.id < b.rule.id ? -1 : 1;
}

/** Says why a rule comes where it does, for people; names keys, never a selector's values. */
export function reasonsOf({ rule, keys, inBand }: RankedRule): string[] {
  const anchor =
    rule.projectId !== null ? 'project rule' : rule.teamId !== null ? 'team rule' : 'platform rule';
  return [
    inBand ? 'platform rule in the reserved band' : anchor,
    `priority ${rule.priority}`,
    keys.length === 0 ? 'matches everything' : `matches ${keys.join(', ')}`,
  ];
}
