import { visitAnchors } from './anchors.js';
import type { CompiledRules } from './compile.js';
import { type Decision, NO_RULE } from './decision.js';
import type { PolicyScope } from './policy-scope.js';
import { LAST_TIER } from './rule-order.js';
import { NONE, prepareScope, slotAt, tierAt } from './rule-rows.js';
import { firstInTree } from './rule-tree.js';

/** Decides which rule governs the scope (D42). Pure: the same scope and rules always return the same decision. */
export function decide(scope: PolicyScope, compiled: CompiledRules): Decision {
  const { cells, vocabulary } = compiled.rows;
  const at = rowOfWinner(scope, compiled);
  if (at === NONE) return NO_RULE;
  const decisions = scope.environmentKind === 'prod' ? vocabulary.prodDecisions : vocabulary.decisions;
  return decisions[slotAt(cells, at)] as Decision;
}

/**
 * Walks the anchors from the nearest outwards. A farther anchor's rule wins only with a better tier, because the nearer
 * anchor wins ties before age is compared.
 */
function rowOfWinner(scope: PolicyScope, compiled: CompiledRules): number {
  const { rows } = compiled;
  const prepared = prepareScope(rows, scope);
  let best = NONE;
  let limit = LAST_TIER;
  visitAnchors(scope, compiled, (tree) => {
    const found = firstInTree(tree, rows, prepared, limit);
    if (found === NONE) return;
    best = found;
    limit = tierAt(rows.cells, found) - 1;
  });
  return best;
}
