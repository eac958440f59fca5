import { compileRule } from './compile-rule.js';
import type { CompiledRule } from './compiled-rule.js';
import type { PolicyRule } from './policy-rule.js';
import { compareRanked } from './rule-order.js';
import { RuleRows } from './rule-rows.js';
import { buildTree, LEAF_SIZE, type RuleTree } from './rule-tree.js';
import { RulesById } from './rules-by-id.js';
import { Vocabulary } from './vocabulary.js';

/** A value for the platform, and one for each project and team that has rules. */
export interface ByAnchor<T> {
  readonly platform: T;
  readonly byProject: ReadonlyMap<string, T>;
  readonly byTeam: ReadonlyMap<string, T>;
}

/** Compiled rules. Immutable; any number of decisions may share them. */
export interface CompiledRules {
  readonly cap: number;
  readonly leafSize: number;
  /** Shared with most results of `recompile`. */
  readonly rows: RuleRows;
  /** The enabled rules of each anchor. */
  readonly trees: ByAnchor<RuleTree>;
  /** All rules of each anchor in order, including disabled ones. */
  readonly lists: ByAnchor<readonly CompiledRule[]>;
  readonly byId: RulesById;
  /** The size of the vocabulary, which never shrinks, above which `recompile` compiles everything again. */
  readonly vocabularyLimit: number;
}

/** Minimum growth allowed for a vocabulary. */
const SPARE_NUMBERS = 1000;

/**
 * Indexes rules by anchor and then by selector, so that a decision among 100,000 rules costs little more than one among 100
 * (docs/performance.md).
 * @param rules all stored rules in any order, including disabled ones (explain lists them)
 * @param cap priority from which platform rules precede all others
 * @param leafSize number of an anchor's rules up to which they are scanned instead of looked up; no decision depends on it
 */
export function compile(rules: readonly PolicyRule[], cap: number, leafSize = LEAF_SIZE): CompiledRules {
  const vocabulary = new Vocabulary();
  const compiled = rules.map((rule) => compileRule(rule, cap, vocabulary));
  const lists = mapAnchors(groupByAnchor(compiled), (group) => [...group].sort(compareRanked));
  const rows = new RuleRows(vocabulary, RuleRows.sizeFor(rules.length));
  const trees = mapAnchors(lists, (list) =>
    buildTree(
      list.filter(({ rule }) => rule.enabled),
      rows,
      leafSize,
    ),
  );
  const vocabularyLimit = 2 * vocabulary.size + SPARE_NUMBERS;
  return { cap, leafSize, rows, trees, lists, byId: RulesById.of(compiled), vocabularyLimit };
}

/** Applies `map` to the value of each anchor. */
export function mapAnchors<T, U>(
  { platform, byProject, byTeam }: ByAnchor<T>,
  map: (value: T) => U,
): ByAnchor<U> {
  return { platform: map(platform), byProject: mapValues(byProject, map), byTeam: mapValues(byTeam, map) };
}

/** Groups rules by anchor. */
export function groupByAnchor(rules: readonly CompiledRule[]): ByAnchor<readonly CompiledRule[]> {
  const platform: CompiledRule[] = [];
  const byProject = new Map<string, CompiledRule[]>();
  const byTeam = new Map<string, CompiledRule[]>();
  for (const entry of rules) {
    if (entry.rule.projectId !== null) add(byProject, entry.rule.projectId, entry);
    else if (entry.rule.teamId !== null) add(byTeam, entry.rule.teamId, entry);
    else platform.push(entry);
  }
  return { platform, byProject, byTeam };
}

function add(groups: Map<string, CompiledRule[]>, anchor: string, entry: CompiledRule): void {
  const group = groups.get(anchor);
  if (group) group.push(entry);
  else groups.set(anchor, [entry]);
}

function mapValues<T, U>(groups: ReadonlyMap<string, T>, map: (value: T) => U): Map<string, U> {
  return new Map([...groups].map(([anchor, value]) => [anchor, map(value)]));
}
