import { SELECTOR_KEYS } from './policy-rule.js';
import type { RankedRule } from './rule-order.js';
import { firstInRows, type Question, type RowRange, type RowWriter, type RuleRows } from './rule-rows.js';
import { PREFIX_KEY, ruleCode, scopeCode, type Vocabulary, WILDCARD } from './vocabulary.js';

/** So few rows are read faster one after the other than looked up. */
export const LEAF_SIZE = 256;

type Leaf = RowRange & { readonly bestRank: number };

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

/** Rules of one anchor: a table, or where they are many, split by the key that tells most of them apart. */
export type RuleTree = Leaf | Branch;

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
  if (key === null) return { ...writer.add(rules), bestRank };
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

/** The least rank of a rule that accepts the scope and ranks before `bound`; else `bound`. */
export function firstInTree(tree: RuleTree, rows: RuleRows, asked: Question, bound: number): number {
  if (tree.bestRank >= bound) return bound;
  if (!('byCode' in tree)) return firstInRows(rows, tree, asked, bound);
  let best = bound;
  if (tree.wildcard) best = firstInTree(tree.wildcard, rows, asked, best);
  if (tree.key === PREFIX_KEY) return firstByPrefix(tree, rows, asked, best);
  const chosen = tree.byCode.get(scopeCode(rows.vocabulary, asked.scope, tree.key));
  return chosen ? firstInTree(chosen, rows, asked, best) : best;
}

function firstByPrefix(branch: Branch, rows: RuleRows, asked: Question, bound: number): number {
  const { secretRef } = asked.scope;
  if (secretRef === null) return bound;
  let best = bound;
  for (const length of branch.prefixLengths) {
    if (length > secretRef.length) break;
    const code = rows.vocabulary.codes[PREFIX_KEY]?.get(secretRef.slice(0, length));
    const chosen = code === undefined ? undefined : branch.byCode.get(code);
    if (chosen) best = firstInTree(chosen, rows, asked, best);
  }
  return best;
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
