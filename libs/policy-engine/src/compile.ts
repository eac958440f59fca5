import { type PolicyRule, SELECTOR_KEYS } from './policy-rule.js';
import { type RankedRule, rankRules } from './rule-order.js';
import { growTree, type RuleTree } from './rule-tree.js';

/** The rules of one anchor: the tree holds the enabled ones, the list all of them by rank. */
export interface AnchorRules {
  readonly tree: RuleTree;
  readonly all: readonly RankedRule[];
}

/** Rules made ready for decisions. Immutable; any number of decisions may share it. */
export interface CompiledRules {
  readonly cap: number;
  readonly platform: AnchorRules;
  readonly byProject: ReadonlyMap<string, AnchorRules>;
  readonly byTeam: ReadonlyMap<string, AnchorRules>;
}

/**
 * Indexes rules by anchor and then by selector, so that a decision costs about the same whether there are a
 * hundred or a hundred thousand of them.
 *
 * @param rules every stored rule, disabled ones too (explain names them), in any order
 * @param cap platform rules with at least this priority form the band before all others
 */
export function compile(rules: readonly PolicyRule[], cap: number): CompiledRules {
  const platform: RankedRule[] = [];
  const byProject = new Map<string, RankedRule[]>();
  const byTeam = new Map<string, RankedRule[]>();
  for (const entry of rankRules(rules, cap)) {
    if (entry.rule.projectId !== null) add(byProject, entry.rule.projectId, entry);
    else if (entry.rule.teamId !== null) add(byTeam, entry.rule.teamId, entry);
    else platform.push(entry);
  }
  return { cap, platform: anchorOf(platform), byProject: anchorsOf(byProject), byTeam: anchorsOf(byTeam) };
}

function add(groups: Map<string, RankedRule[]>, anchor: string, entry: RankedRule): void {
  const group = groups.get(anchor);
  if (group) group.push(entry);
  else groups.set(anchor, [entry]);
}

function anchorsOf(groups: ReadonlyMap<string, RankedRule[]>): Map<string, AnchorRules> {
  return new Map([...groups].map(([anchor, rules]) => [anchor, anchorOf(rules)]));
}

function anchorOf(all: readonly RankedRule[]): AnchorRules {
  const enabled = all.filter((entry) => entry.rule.enabled);
  return { tree: growTree(enabled, SELECTOR_KEYS), all };
}
