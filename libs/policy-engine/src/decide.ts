import { visitAnchors } from './anchors.js';
import type { CompiledRules } from './compile.js';
import { type Decision, NO_RULE } from './decision.js';
import type { PolicyScope } from './policy-scope.js';
import { NONE, questionOf, rankAt, tierStartAt } from './rule-rows.js';
import { firstInTree } from './rule-tree.js';

/** Decides which rule governs the scope (D42). Pure: the same scope and rules always give the same answer. */
export function decide(scope: PolicyScope, compiled: CompiledRules): Decision {
  const rank = rankOfWinner(scope, compiled);
  if (rank === NONE) return NO_RULE;
  const decisions = scope.environmentKind === 'prod' ? compiled.prodDecisions : compiled.decisions;
  return decisions[rank] as Decision;
}

/**
 * Walks the anchors from the nearest outwards. A farther anchor's rule must be of a better tier, not of the
 * same one: that is how the nearer anchor wins a tie before age is looked at.
 */
function rankOfWinner(scope: PolicyScope, compiled: CompiledRules): number {
  const { rows } = compiled;
  const asked = questionOf(rows, scope);
  let best = NONE;
  let bound = compiled.decisions.length;
  visitAnchors(scope, compiled, (tree) => {
    const found = firstInTree(tree, rows, asked, bound);
    if (found === NONE) return;
    best = found;
    bound = tierStartAt(rows, found);
  });
  return best === NONE ? NONE : rankAt(rows, best);
}
