import { type Decision, decisionFor } from './decision.js';
import type { PolicyRule } from './policy-rule.js';
import { type RankedRule, rankRules } from './rule-order.js';
import { RowWriter, type RuleRows } from './rule-rows.js';
import { growTree, LEAF_SIZE, type RuleTree } from './rule-tree.js';
import { vocabularyOf } from './vocabulary.js';

/** Something for the platform, for each project and for each team that has rules. */
export interface ByAnchor<T> {
  readonly platform: T;
  readonly byProject: ReadonlyMap<string, T>;
  readonly byTeam: ReadonlyMap<string, T>;
}

/** Rules made ready for decisions. Immutable; any number of decisions may share it. */
export interface CompiledRules {
  readonly rows: RuleRows;
  /** The enabled rules of each anchor. */
  readonly trees: ByAnchor<RuleTree>;
  /** All rules of each anchor by rank, disabled ones too. */
  readonly lists: ByAnchor<readonly RankedRule[]>;
  /** What each rule decides where it wins, by rank: outside prod and in it. */
  readonly decisions: readonly Decision[];
  readonly prodDecisions: readonly Decision[];
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
  const lists = listsOf(ranked);
  const writer = new RowWriter(vocabularyOf(rules), rules.length);
  const treeOf = (all: readonly RankedRule[]): RuleTree =>
    growTree(
      all.filter((entry) => entry.rule.enabled),
      writer,
      leafSize,
    );
  const trees = {
    platform: treeOf(lists.platform),
    byProject: mapValues(lists.byProject, treeOf),
    byTeam: mapValues(lists.byTeam, treeOf),
  };
  const decisions = ranked.map((entry) => decisionFor(entry, false));
  const prodDecisions = ranked.map((entry) => decisionFor(entry, true));
  return { rows: writer.rows, trees, lists, decisions, prodDecisions };
}

function listsOf(ranked: readonly RankedRule[]): ByAnchor<RankedRule[]> {
  const lists = {
    platform: [] as RankedRule[],
    byProject: new Map<string, RankedRule[]>(),
    byTeam: new Map<string, RankedRule[]>(),
  };
  for (const entry of ranked) {
    if (entry.rule.projectId !== null) add(lists.byProject, entry.rule.projectId, entry);
    else if (entry.rule.teamId !== null) add(lists.byTeam, entry.rule.teamId, entry);
    else lists.platform.push(entry);
  }
  return lists;
}

function add(groups: Map<string, RankedRule[]>, anchor: string, entry: RankedRule): void {
  const group = groups.get(anchor);
  if (group) group.push(entry);
  else groups.set(anchor, [entry]);
}

function mapValues<T, U>(groups: ReadonlyMap<string, T>, map: (value: T) => U): Map<string, U> {
  return new Map([...groups].map(([anchor, value]) => [anchor, map(value)]));
}
