import type { PolicyRule } from './policy-rule.js';
import type { RankedRule } from './rule-order.js';

/** What holds when no rule matches, and for a rule whose reveal_ttl_seconds says nothing (D34). */
export const DEFAULT_REVEAL_TTL_SECONDS = 60;

/** What the rules say about one scope. */
export interface Decision {
  readonly winner: PolicyRule | null;
  /** Why the winner comes first, for people; empty without a winner. */
  readonly reasons: readonly string[];
  /** Never true for a prod environment. */
  readonly directRevealAllowed: boolean;
  readonly requiresMfa: boolean;
  /** 10 to 300. */
  readonly revealTtlSeconds: number;
  /** The winner would have allowed direct reveal of a prod environment; a real resolution audits it (D75). */
  readonly invariantViolated: boolean;
}

/** What holds where the rule wins. */
export function decisionFor({ rule, reasons }: RankedRule, isProd: boolean): Decision {
  return {
    winner: rule,
    reasons,
    directRevealAllowed: rule.directRevealAllowed && !isProd,
    requiresMfa: rule.requiresMfa,
    revealTtlSeconds: rule.revealTtlSeconds,
    invariantViolated: rule.directRevealAllowed && isProd,
  };
}

/** What holds where no rule matches. */
export const NO_RULE: Decision = {
  winner: null,
  reasons: [],
  directRevealAllowed: false,
  requiresMfa: false,
  revealTtlSeconds: DEFAULT_REVEAL_TTL_SECONDS,
  invariantViolated: false,
};
