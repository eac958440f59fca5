import { anchorsInReach } from './anchors.js';
import type { CompiledRules } from './compile.js';
import type { PolicyRule } from './policy-rule.js';
import type { PolicyScope } from './policy-scope.js';
import type { RankedRule } from './rule-order.js';
import { questionOf } from './rule-rows.js';
import { firstInTree } from './rule-tree.js';

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

/** Decides which rule governs the scope (D42). Pure: the same scope and rules always give the same answer. */
export function decide(scope: PolicyScope, compiled: CompiledRules): Decision {
  const best = findWinner(scope, compiled);
  if (best === null) return NO_RULE;
  const { rule, reasons } = best;
  const isProd = scope.environmentKind === 'prod';
  return {
    winner: rule,
    reasons,
    directRevealAllowed: rule.directRevealAllowed && !isProd,
    requiresMfa: rule.requiresMfa,
    revealTtlSeconds: rule.revealTtlSeconds,
    invariantViolated: rule.directRevealAllowed && isProd,
  };
}

const NO_RULE: Decision = {
  winner: null,
  reasons: [],
  directRevealAllowed: false,
  requiresMfa: false,
  revealTtlSeconds: DEFAULT_REVEAL_TTL_SECONDS,
  invariantViolated: false,
};

/**
 * Walks the anchors from the nearest outwards. A farther anchor's rule must be of a better tier, not of the
 * same one: that is how the nearer anchor wins a tie before age is looked at.
 */
function findWinner(scope: PolicyScope, compiled: CompiledRules): RankedRule | null {
  const { ranked, tierStarts, rows } = compiled;
  const asked = questionOf(rows, scope);
  let best = ranked.length;
  for (const anchor of anchorsInReach(scope, compiled)) {
    const bound = best === ranked.length ? best : (tierStarts[best] as number);
    const found = firstInTree(anchor.tree, rows, asked, bound);
    if (found < bound) best = found;
  }
  return ranked[best] ?? null;
}
