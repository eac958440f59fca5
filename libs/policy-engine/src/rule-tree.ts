import type { CompiledRule } from './compiled-rule.js';
import { SELECTOR_KEYS, type SelectorKey } from './policy-rule.js';
import { scopeValue } from './policy-scope.js';
import {
  bestTierOfRun,
  firstInRun,
  NONE,
  type PreparedScope,
  type RuleRows,
  runLength,
  tierAt,
} from './rule-rows.js';

/** Up to this number, scanning rules is faster than looking them up. */
export const LEAF_SIZE = 256;

/** Rules split by one key of their selectors. */
export interface Branch {
  readonly key: SelectorKey;
  readonly byValue: ReadonlyMap<string, RuleTree>;
  /** Lengths of the prefixes, ascending, where the key is the prefix; else empty. */
  readonly prefixLengths: readonly number[];
  /** The rules without the key. */
  readonly wildcard: RuleTree | null;
  readonly bestTier: number;
  /** The number of its rules. */
  readonly size: number;
  /** Number of rules added or removed since the split. */
  readonly edits: number;
}

/** Rules of one anchor: where their run begins, or a split by the most selective key. Immutable. */
export type RuleTree = number | Branch;

/** Builds the tree over rules of one anchor, which are ordered. */
export function buildTree(
  rules: readonly CompiledRule[],
  rows: RuleRows,
  leafSize: number,
  unused: readonly SelectorKey[] = SELECTOR_KEYS,
): RuleTree {
  if (rules.length <= leafSize) return rows.add(rules, leafSize);
  const key = mostSelectiveKey(rules, unused);
  // No key splits them: it is tried again once they have doubled.
  if (key === null) return rows.add(rules, rules.length * 2);
  const left = unused.filter((other) => other !== key);
  const build = (group: readonly CompiledRule[]): RuleTree => buildTree(group, rows, leafSize, left);
  const { byValue, wildcard } = groupByValue(rules, key);
  const branches = new Map([...byValue].map(([value, group]) => [value, build(group)] as const));
  return branchOf(rows, key, branches, wildcard.length > 0 ? build(wildcard) : null, 0);
}

/** Returns a branch of these subtrees. */
export function branchOf(
  rows: RuleRows,
  key: SelectorKey,
  byValue: ReadonlyMap<string, RuleTree>,
  wildcard: RuleTree | null,
  edits: number,
): Branch {
  let [bestTier, size] = [Infinity, 0];
  for (const tree of wildcard === null ? byValue.values() : [wildcard, ...byValue.values()]) {
    bestTier = Math.min(bestTier, typeof tree === 'number' ? bestTierOfRun(rows.cells, tree) : tree.bestTier);
    size += sizeOf(rows, tree);
  }
  const prefixLengths = key === 'secret_ref_prefix' ? lengthsOf(byValue.keys()) : [];
  return { key, byValue, prefixLengths, wildcard, bestTier, size, edits };
}

/** Returns the number of rules in the tree. */
export function sizeOf({ cells }: RuleRows, tree: RuleTree): number {
  return typeof tree === 'number' ? runLength(cells, tree) : tree.size;
}

/** Copies the runs of the tree to other rows; returns the tree over them. */
export function repackTree(tree: RuleTree, from: RuleRows, to: RuleRows): RuleTree {
  if (typeof tree === 'number') return to.copy(from, tree);
  const repack = (below: RuleTree): RuleTree => repackTree(below, from, to);
  const byValue = new Map([...tree.byValue].map(([value, below]) => [value, repack(below)] as const));
  return { ...tree, byValue, wildcard: tree.wildcard === null ? null : repack(tree.wildcard) };
}

/**
 * Returns the row of the tree's first rule that accepts the scope, if its tier is at most `limit` and it comes before the
 * rule at `best`, which is of the same anchor; else `best`.
 */
export function firstInTree(
  tree: RuleTree,
  rows: RuleRows,
  prepared: PreparedScope,
  limit: number,
  best = NONE,
): number {
  if (typeof tree === 'number') return firstInRun(rows, tree, prepared, limit, best);
  if (tree.bestTier > (best === NONE ? limit : tierAt(rows.cells, best))) return best;
  const found = tree.wildcard === null ? best : firstInTree(tree.wildcard, rows, prepared, limit, best);
  if (tree.key === 'secret_ref_prefix') return firstByPrefix(tree, rows, prepared, limit, found);
  const value = scopeValue(prepared.scope, tree.key);
  const named = value === null ? undefined : tree.byValue.get(value);
  return named === undefined ? found : firstInTree(named, rows, prepared, limit, found);
}

function firstByPrefix(
  branch: Branch,
  rows: RuleRows,
  prepared: PreparedScope,
  limit: number,
  best: number,
): number {
  const { secretRef } = prepared.scope;
  if (secretRef === null) return best;
  let found = best;
  for (const length of branch.prefixLengths) {
    if (length > secretRef.length) return found;
    const named = branch.byValue.get(secretRef.slice(0, length));
    if (named !== undefined) found = firstInTree(named, rows, prepared, limit, found);
  }
  return found;
}

function mostSelectiveKey(
  rules: readonly CompiledRule[],
  unused: readonly SelectorKey[],
): SelectorKey | null {
  let best: SelectorKey | null = null;
  let most = 1;
  for (const key of unused) {
    const kinds = new Set(rules.map(({ rule }) => rule.selector[key])).size;
    if (kinds > most) [best, most] = [key, kinds];
  }
  return best;
}

/** Rules by their value for a key, and those without it; each group in the overall order. */
export interface Groups {
  readonly byValue: ReadonlyMap<string, CompiledRule[]>;
  readonly wildcard: readonly CompiledRule[];
}

/** Groups rules by their value for the key. */
export function groupByValue(rules: readonly CompiledRule[], key: SelectorKey): Groups {
  const byValue = new Map<string, CompiledRule[]>();
  const wildcard: CompiledRule[] = [];
  for (const entry of rules) {
    const value = entry.rule.selector[key];
    const group = value === undefined ? wildcard : byValue.get(value);
    if (group) group.push(entry);
    else byValue.set(value as string, [entry]);
  }
  return { byValue, wildcard };
}

function lengthsOf(prefixes: Iterable<string>): number[] {
  return [...new Set([...prefixes].map((prefix) => prefix.length))].sort((a, b) => a - b);
}
