import { type ByAnchor, compile, type CompiledRules, groupByAnchor, mapAnchors } from './compile.js';
import { compileRule } from './compile-rule.js';
import type { CompiledRule } from './compiled-rule.js';
import type { PolicyRule } from './policy-rule.js';
import { RuleRows } from './rule-rows.js';
import { changeEntries, changeList, changeTree, type RuleChange } from './rule-tree-change.js';
import { repackTree, type RuleTree, sizeOf } from './rule-tree.js';

type Rules = readonly CompiledRule[];

/**
 * Returns the rules after a change, at the cost of the change: everything else is shared with `before`, which is immutable.
 * Decides and explains exactly like `compile` of all rules.
 * @param ids of every rule that was created, edited or deleted; unknown ids are ignored
 * @param stored the current state of those that exist
 */
export function recompile(
  before: CompiledRules,
  ids: Iterable<string>,
  stored: readonly PolicyRule[],
): CompiledRules {
  const { cap, leafSize } = before;
  const { vocabulary } = before.rows;
  const removed = [...new Set(ids)].flatMap((id) => before.byId.get(id) ?? []);
  const added = stored.map((rule) => compileRule(rule, cap, vocabulary));
  const byId = before.byId.changed(removed, added);
  if (vocabulary.size > before.vocabularyLimit) {
    const all = byId.all().map(({ rule }) => rule);
    return compile(all, cap, leafSize);
  }
  const { rows, trees } = before.rows.isWasteful ? repacked(before) : before;
  const lists = changeAnchors<Rules>(
    before.lists,
    { removed, added },
    (list, change) => changeList(list ?? [], change),
    (list) => list.length === 0,
  );
  const changed = changeAnchors<RuleTree>(
    trees,
    { removed: removed.filter(isEnabled), added: added.filter(isEnabled) },
    (tree, change) => changeTree(tree ?? rows.add([], leafSize), change, rows, leafSize),
    (tree) => sizeOf(rows, tree) === 0,
  );
  return { ...before, byId, rows, lists, trees: changed };
}

/** Copies the trees to rows without unused runs. */
function repacked({ rows, trees, byId }: CompiledRules): Pick<CompiledRules, 'rows' | 'trees'> {
  const packed = new RuleRows(rows.vocabulary, RuleRows.sizeFor(byId.size));
  return { rows: packed, trees: mapAnchors(trees, (tree) => repackTree(tree, rows, packed)) };
}

/** Applies the change to the value of each anchor; a project or team without any is removed. */
function changeAnchors<T>(
  anchors: ByAnchor<T>,
  change: RuleChange,
  changed: (before: T | null, change: RuleChange) => T,
  isEmpty: (after: T) => boolean,
): ByAnchor<T> {
  const [removed, added] = [groupByAnchor(change.removed), groupByAnchor(change.added)];
  const unlessEmpty = (before: T | null, part: RuleChange): T | null => {
    const after = changed(before, part);
    return isEmpty(after) ? null : after;
  };
  return {
    platform: changed(anchors.platform, { removed: removed.platform, added: added.platform }),
    byProject: changeEntries(anchors.byProject, removed.byProject, added.byProject, unlessEmpty),
    byTeam: changeEntries(anchors.byTeam, removed.byTeam, added.byTeam, unlessEmpty),
  };
}

function isEnabled({ rule }: CompiledRule): boolean {
  return rule.enabled;
}
