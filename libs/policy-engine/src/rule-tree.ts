import { SELECTOR_KEYS } from './policy-rule.js';
import type { RankedRule } from './rule-order.js';
import { firstInRun, NONE, type Question, rankAt, type RowWriter, type RuleRows } from './rule-rows.js';
import { PREFIX_KEY, ruleCode, scopeCode, type Vocabulary, WILDCARD } from './vocabulary.js';

/** So few rows are read faster one after the other than looked up. */
export const LEAF_SIZE = 256;

interface Branch {
  /** Index of the key among SELECTOR_KEYS. */
  readonly key: number;
  readonly byCode: ReadonlyMap<number, RuleTree>;
  /** Lengths of the prefixes, ascending, where the key is the prefix; else empty. */
  readonly prefixLengths: readonly number[];
  /** The rules without the key. */
  readonly wildcard: RuleTree | null;
  readonly bestRank: number;
}

/** Rules of one anchor: where their run of rows begins, or a split by the key that tells most of them apart. */
export type RuleTree = number | Branch;

/** Builds the tree over rules of one anchor, which are ordered by rank. */
export function growTree(
  rules: readonly RankedRule[],
  writer: RowWriter,
  leafSize: number,
  unused: readonly number[] = SELECTOR_KEYS.map((_, index) => index),
): RuleTree {
  const { vocabulary } = writer;
  const bestRank = rules[0]?.rank ?? Infinity;
  const key = rules.length > leafSize ? mostTelling(rules, vocabulary, unused) : null;
  if (key === null) return writer.add(rules);
  const left = unused.filter((other) => other !== key);
  const groups = groupByCode(rules, vocabulary, key);
  const branches = [...groups].map(
    ([code, group]) => [code, growTree(group, writer, leafSize, left)] as const,
  );
  const wildcard = branches.find(([code]) => code === WILDCARD)?.[1] ?? null;
  const byCode = new Map(branches.filter(([code]) => code !== WILDCARD));
  const prefixLengths = key === PREFIX_KEY ? lengthsOf(byCode.keys(), vocabulary) : [];
  return { key, byCode, prefixLengths, wildcard, bestRank };
}

/** Where the row of least rank stands that accepts the scope and ranks before `bound`; else NONE. */
export function firstInTree(tree: RuleTree, rows: RuleRows, asked: Question, bound: number): number {
  if (typeof tree === 'number') return firstInRun(rows, tree, asked, bound);
  if (tree.bestRank >= bound) return NONE;
  const search = new Search(rows, asked, bound);
  if (tree.wildcard !== null) search.in(tree.wildcard);
  if (tree.key === PREFIX_KEY) searchPrefixes(tree, search, asked.scope.secretRef, rows.vocabulary);
  else search.in(tree.byCode.get(scopeCode(rows.vocabulary, asked.scope, tree.key)));
  return search.best;
}

/** The best row so far over several trees, each of which must better it. */
class Search {
  best = NONE;

  constructor(
    private readonly rows: RuleRows,
    private readonly asked: Question,
    private bound: number,
  ) {}

  in(tree: RuleTree | undefined): void {
    if (tree === undefined) return;
    const found = firstInTree(tree, this.rows, this.asked, this.bound);
    if (found === NONE) return;
    this.best = found;
    this.bound = rankAt(this.rows, found);
  }
}

function searchPrefixes(
  branch: Branch,
  search: Search,
  secretRef: string | null,
  vocabulary: Vocabulary,
): void {
  if (secretRef === null) return;
  for (const length of branch.prefixLengths) {
    if (length > secretRef.length) return;
    const code = vocabulary.codes[PREFIX_KEY]!.get(secretRef.slice(0, length));
    if (code !== undefined) search.in(branch.byCode.get(code));
  }
}

function mostTelling(
  rules: readonly RankedRule[],
  vocabulary: Vocabulary,
  unused: readonly number[],
): number | null {
  let best: number | null = null;
  let most = 1;
  for (const key of unused) {
    const kinds = new Set(rules.map(({ rule }) => ruleCode(vocabulary, rule, key))).size;
    if (kinds > most) [best, most] = [key, kinds];
  }
  return best;
}

function groupByCode(
  rules: readonly RankedRule[],
  vocabulary: Vocabulary,
  key: number,
): Map<number, RankedRule[]> {
  const groups = new Map<number, RankedRule[]>();
  for (const entry of rules) {
    const code = ruleCode(vocabulary, entry.rule, key);
    const group = groups.get(code);
    if (group) group.push(entry);
    else groups.set(code, [entry]);
  }
  return groups;
}

function lengthsOf(codes: Iterable<number>, vocabulary: Vocabulary): number[] {
  const lengths = [...codes].map((code) => (vocabulary.prefixes[code] as string).length);
  return [...new Set(lengths)].sort((a, b) => a - b);
}
