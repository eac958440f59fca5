import type { CompiledRule } from './compiled-rule.js';
import type { SelectorKey } from './policy-rule.js';
import { SELECTOR_KEYS } from './policy-rule.js';
import { compareRanked } from './rule-order.js';
import { type RuleRows, rulesOfRun, splitAbove } from './rule-rows.js';
import { type Branch, branchOf, groupByValue, buildTree, type RuleTree, sizeOf } from './rule-tree.js';

/** The rules of one anchor that were removed and added; an edited rule is in both. */
export interface RuleChange {
  readonly removed: readonly CompiledRule[];
  readonly added: readonly CompiledRule[];
}

/** Returns the ordered rules after the change; the given array is not changed. */
export function changeList(
  rules: readonly CompiledRule[],
  { removed, added }: RuleChange,
): readonly CompiledRule[] {
  if (removed.length + added.length === 0) return rules;
  const without = new Set(removed);
  const ordered = [...added].sort(compareRanked);
  const changed: CompiledRule[] = [];
  let next = 0;
  for (const entry of rules) {
    if (without.has(entry)) continue;
    while (next < ordered.length && compareRanked(ordered[next] as CompiledRule, entry) < 0)
      changed.push(ordered[next++] as CompiledRule);
    changed.push(entry);
  }
  return changed.concat(ordered.slice(next));
}

/**
 * Returns a copy of the map in which each entry with removed or added rules is what `changed` returns for it; null deletes
 * the entry.
 */
export function changeEntries<T>(
  entries: ReadonlyMap<string, T>,
  removed: ReadonlyMap<string, readonly CompiledRule[]>,
  added: ReadonlyMap<string, readonly CompiledRule[]>,
  changed: (before: T | null, change: RuleChange) => T | null,
): ReadonlyMap<string, T> {
  if (removed.size + added.size === 0) return entries;
  const copy = new Map(entries);
  for (const key of new Set([...removed.keys(), ...added.keys()])) {
    const change = { removed: removed.get(key) ?? [], added: added.get(key) ?? [] };
    const after = changed(copy.get(key) ?? null, change);
    if (after === null) copy.delete(key);
    else copy.set(key, after);
  }
  return copy;
}

/**
 * Returns the tree after the change. Only the path from the root to the change is copied, the rest is shared with the given
 * tree, which is immutable because concurrent decisions read it.
 */
export function changeTree(
  tree: RuleTree,
  change: RuleChange,
  rows: RuleRows,
  leafSize: number,
  unused: readonly SelectorKey[] = SELECTOR_KEYS,
): RuleTree {
  if (change.removed.length + change.added.length === 0) return tree;
  if (typeof tree !== 'number') return changeBranch(tree, change, rows, leafSize, unused);
  const rules = changeList(rulesOfRun(rows, tree), change);
  const most = splitAbove(rows.cells, tree);
  return rules.length > most ? buildTree(rules, rows, leafSize, unused) : rows.add(rules, most);
}

function changeBranch(
  branch: Branch,
  change: RuleChange,
  rows: RuleRows,
  leafSize: number,
  unused: readonly SelectorKey[],
): RuleTree {
  const edits = branch.edits + change.removed.length + change.added.length;
  if (isOutgrown(branch, edits, leafSize)) {
    const rules = rulesIn(rows, branch).sort(compareRanked);
    return buildTree(changeList(rules, change), rows, leafSize, unused);
  }
  const left = unused.filter((other) => other !== branch.key);
  const [removed, added] = [groupByValue(change.removed, branch.key), groupByValue(change.added, branch.key)];
  const changed = (below: RuleTree | null, part: RuleChange): RuleTree | null => {
    const tree =
      below === null
        ? buildTree(changeList([], part), rows, leafSize, left)
        : changeTree(below, part, rows, leafSize, left);
    return sizeOf(rows, tree) === 0 ? null : tree;
  };
  const byValue = changeEntries(branch.byValue, removed.byValue, added.byValue, changed);
  const wildcard = changed(branch.wildcard, { removed: removed.wildcard, added: added.wildcard });
  return branchOf(rows, branch.key, byValue, wildcard, edits);
}

/** Returns whether half of the rules have changed since the key was chosen (another may be better), or few are left. */
function isOutgrown({ size }: Branch, edits: number, leafSize: number): boolean {
  return size <= leafSize / 2 || edits > Math.max(leafSize, size / 2);
}

function rulesIn(rows: RuleRows, tree: RuleTree): CompiledRule[] {
  if (typeof tree === 'number') return rulesOfRun(rows, tree);
  const below = [...(tree.wildcard === null ? [] : [tree.wildcard]), ...tree.byValue.values()];
  return below.flatMap((one) => rulesIn(rows, one));
}
