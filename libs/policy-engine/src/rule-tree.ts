import type { SelectorKey } from './policy-rule.js';
import { anchorAllowsKind, keyMatches, type PolicyScope, scopeValue } from './policy-scope.js';
import type { RankedRule } from './rule-order.js';

/** So few rules are compared faster one by one than looked up. */
const LEAF_SIZE = 8;

interface Leaf {
  /** By rank, best first. */
  readonly rules: readonly RankedRule[];
  readonly bestRank: number;
}

interface Branch {
  readonly key: SelectorKey;
  readonly byValue: ReadonlyMap<string, RuleTree>;
  /** Lengths of the values, for a key that matches by prefix; null for one that matches by equality. */
  readonly prefixLengths: readonly number[] | null;
  /** The rules without the key. */
  readonly wildcard: RuleTree | null;
  readonly bestRank: number;
}

/** Rules of one anchor, split by the key that tells most of them apart, again and again. */
export type RuleTree = Leaf | Branch;

/** Builds the tree over rules of one anchor, given by rank. */
export function growTree(rules: readonly RankedRule[], unused: readonly SelectorKey[]): RuleTree {
  const bestRank = rules[0]?.rank ?? Infinity;
  const key = rules.length > LEAF_SIZE ? mostTelling(rules, unused) : null;
  if (key === null) return { rules, bestRank };
  const left = unused.filter((other) => other !== key);
  const wildcard = rules.filter((entry) => entry.rule.selector[key] === undefined);
  const byValue = new Map<string, RuleTree>();
  for (const [value, group] of groupByValue(rules, key)) byValue.set(value, growTree(group, left));
  return {
    key,
    byValue,
    prefixLengths: key === 'secret_ref_prefix' ? lengthsOf(byValue.keys()) : null,
    wildcard: wildcard.length > 0 ? growTree(wildcard, left) : null,
    bestRank,
  };
}

/** The first rule by rank that matches the scope and ranks before `bound`, or null. */
export function firstMatch(tree: RuleTree, scope: PolicyScope, bound: number): RankedRule | null {
  if (tree.bestRank >= bound) return null;
  if ('rules' in tree) return firstInLeaf(tree, scope, bound);
  let best = better(tree.wildcard, scope, null, bound);
  const actual = scopeValue(scope, tree.key);
  if (actual === null) return best;
  if (tree.prefixLengths === null) return better(tree.byValue.get(actual), scope, best, bound);
  for (const length of tree.prefixLengths) {
    if (length > actual.length) break;
    best = better(tree.byValue.get(actual.slice(0, length)), scope, best, bound);
  }
  return best;
}

function better(
  tree: RuleTree | null | undefined,
  scope: PolicyScope,
  best: RankedRule | null,
  bound: number,
): RankedRule | null {
  if (!tree) return best;
  return firstMatch(tree, scope, best === null ? bound : best.rank) ?? best;
}

/** True when every key of the rule's selector accepts the scope and the anchor may govern its environment. */
export function ruleMatches({ rule, keys }: RankedRule, scope: PolicyScope): boolean {
  for (const key of keys) if (!keyMatches(key, rule.selector[key] as string, scope)) return false;
  return anchorAllowsKind(rule, scope);
}

function firstInLeaf(leaf: Leaf, scope: PolicyScope, bound: number): RankedRule | null {
  for (const entry of leaf.rules) {
    if (entry.rank >= bound) return null;
    if (ruleMatches(entry, scope)) return entry;
  }
  return null;
}

function mostTelling(rules: readonly RankedRule[], unused: readonly SelectorKey[]): SelectorKey | null {
  let best: SelectorKey | null = null;
  let most = 1;
  for (const key of unused) {
    const kinds = new Set(rules.map((entry) => entry.rule.selector[key])).size;
    if (kinds > most) [best, most] = [key, kinds];
  }
  return best;
}

function groupByValue(rules: readonly RankedRule[], key: SelectorKey): Map<string, RankedRule[]> {
  const groups = new Map<string, RankedRule[]>();
  for (const entry of rules) {
    const value = entry.rule.selector[key];
    if (value === undefined) continue;
    const group = groups.get(value);
    if (group) group.push(entry);
    else groups.set(value, [entry]);
  }
  return groups;
}

function lengthsOf(values: Iterable<string>): number[] {
  return [...new Set([...values].map((value) => value.length))].sort((a, b) => a - b);
}
