import type { PolicyRule } from './policy-rule.js';
import { type RankedRule, reasonsOf } from './rule-order.js';

/** The default of reveal_ttl_seconds, also when no rule matches (D34). */
export const DEFAULT_REVEAL_TTL_SECONDS = 60;

/** The decision for one scope. */
export interface Decision {
  readonly winner: PolicyRule | null;
  /** Why the winner comes first, for people; empty without a winner. */
  readonly reasons: readonly string[];
  /** Never true for a prod environment. */
  readonly directRevealAllowed: boolean;
  readonly requiresMfa: boolean;
  /** Seconds, 10 to 300. */
  readonly revealTtlSeconds: number;
  /** The winner would have allowed direct reveal of a prod environment; a real resolution audits it (D75). */
  readonly invariantViolated: boolean;
}

/** Returns the decision of a rule that wins. */
export function decisionFor(ranked: RankedRule, isProd: boolean): Decision {
  const { rule } = ranked;
  return {
    winner: rule,
    reasons: reasonsOf(ranked),
    directRevealAllowed: rule.directRevealAllowed && !isProd,
    requiresMfa: rule.requiresMfa,
    revealTtlSeconds: rule.revealTtlSeconds,
    invariantViolated: rule.directRevealAllowed && isProd,
  };
}

/** The decision when no rule matches. */
export const NO_RULE: Decision = {
  winner: null,
  reasons: [],
  directRevealAllowed: false,
  requiresMfa: false,
  revealTtlSeconds: DEFAULT_REVEAL_TTL_SECONDS,
  invariantViolated: false,
};
