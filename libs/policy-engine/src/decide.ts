import type { AnchorRules, CompiledRules } from './compile.js';
import type { PolicyRule } from './policy-rule.js';
import type { PolicyScope } from './policy-scope.js';
import type { RankedRule } from './rule-order.js';
import { firstMatch } from './rule-tree.js';

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
  const { rule } = best;
  const isProd = scope.environmentKind === 'prod';
  return {
    winner: rule,
    reasons: reasonsOf(best),
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
  let best: RankedRule | null = null;
  if (scope.projectId !== null) {
    best = better(compiled.byProject.get(scope.projectId), scope, best);
    for (const teamId of scope.teamIds) best = better(compiled.byTeam.get(teamId), scope, best);
  }
  return better(compiled.platform, scope, best);
}

function better(
  anchor: AnchorRules | undefined,
  scope: PolicyScope,
  best: RankedRule | null,
): RankedRule | null {
  if (!anchor) return best;
  return firstMatch(anchor.tree, scope, best === null ? Infinity : best.tierStart) ?? best;
}

function reasonsOf({ rule, keys, inBand }: RankedRule): string[] {
  const anchor =
    rule.projectId !== null ? 'project rule' : rule.teamId !== null ? 'team rule' : 'platform rule';
  return [
    inBand ? 'platform rule in the reserved band' : anchor,
    `priority ${rule.priority}`,
    keys.length === 0 ? 'matches everything' : `matches ${keys.join(', ')}`,
  ];
}
