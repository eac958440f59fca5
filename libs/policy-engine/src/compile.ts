import type { PolicyRule } from './policy-rule.js';
import { type RankedRule, rankRules } from './rule-order.js';
import { growTree, LEAF_SIZE, type RuleTree } from './rule-tree.js';
import { RowWriter, type RuleRows } from './rule-rows.js';
import { vocabularyOf } from './vocabulary.js';

/** The rules of one anchor: the tree holds the enabled ones, the list all of them by rank. */
export interface AnchorRules {
  readonly tree: RuleTree;
  readonly all: readonly RankedRule[];
}

/** Rules made ready for decisions. Immutable; any number of decisions may share it. */
export interface CompiledRules {
  /** Every rule by its rank. */
  readonly ranked: readonly RankedRule[];
  /** RankedRule#tierStart by rank. */
  readonly tierStarts: Int32Array;
  readonly rows: RuleRows;
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
 * @param leafSize rules of one anchor up to which they are read in a row instead of looked up; no answer depends on it
 */
export function compile(rules: readonly PolicyRule[], cap: number, leafSize = LEAF_SIZE): CompiledRules {
  const ranked = rankRules(rules, cap);
  const writer = new RowWriter(vocabularyOf(rules), rules.length);
  const platform: RankedRule[] = [];
  const byProject = new Map<string, RankedRule[]>();
  const byTeam = new Map<string, RankedRule[]>();
  for (const entry of ranked) {
    if (entry.rule.projectId !== null) add(byProject, entry.rule.projectId, entry);
    else if (entry.rule.teamId !== null) add(byTeam, entry.rule.teamId, entry);
    else platform.push(entry);
  }
  return {
    ranked,
    tierStarts: Int32Array.from(ranked, ({ tierStart }) => tierStart),
    rows: writer.rows,
    platform: anchorOf(platform, writer, leafSize),
    byProject: anchorsOf(byProject, writer, leafSize),
    byTeam: anchorsOf(byTeam, writer, leafSize),
  };
}

function add(groups: Map<string, RankedRule[]>, anchor: string, entry: RankedRule): void {
  const group = groups.get(anchor);
  if (group) group.push(entry);
  else groups.set(anchor, [entry]);
}

function anchorsOf(
  groups: ReadonlyMap<string, RankedRule[]>,
  writer: RowWriter,
  leafSize: number,
): Map<string, AnchorRules> {
  return new Map([...groups].map(([anchor, rules]) => [anchor, anchorOf(rules, writer, leafSize)]));
}

function anchorOf(all: readonly RankedRule[], writer: RowWriter, leafSize: number): AnchorRules {
  const enabled = all.filter((entry) => entry.rule.enabled);
  return { tree: growTree(enabled, writer, leafSize), all };
}
