import { SELECTOR_KEYS } from './policy-rule.js';
import type { RankedRule } from './rule-order.js';
import { type EncodedScope, PREFIX_KEY, ruleCode, type Vocabulary, WILDCARD } from './vocabulary.js';

/** A row is a rank, then a code for each selector key. */
const WIDTH = 1 + SELECTOR_KEYS.length;

/**
 * Rules as rows of numbers, best rank first, side by side in memory: among many rules the cost of a decision is
 * fetching them from memory, not comparing them.
 */
export type RuleTable = Int32Array;

/** Packs rules that are ordered by rank. */
export function packRows(rules: readonly RankedRule[], vocabulary: Vocabulary): RuleTable {
  const table = new Int32Array(rules.length * WIDTH);
  rules.forEach(({ rank, rule }, row) => {
    table[row * WIDTH] = rank;
    for (let key = 0; key < SELECTOR_KEYS.length; key += 1) {
      table[row * WIDTH + 1 + key] = ruleCode(vocabulary, rule, key);
    }
  });
  return table;
}

/** The rank of the first rule that accepts the scope and ranks before `bound`; else `bound`. */
export function firstInTable(
  table: RuleTable,
  vocabulary: Vocabulary,
  scope: EncodedScope,
  bound: number,
): number {
  for (let at = 0; at < table.length; at += WIDTH) {
    const rank = table[at] as number;
    if (rank >= bound) return bound;
    if (rowAccepts(table, at + 1, vocabulary, scope)) return rank;
  }
  return bound;
}

function rowAccepts(table: RuleTable, start: number, vocabulary: Vocabulary, scope: EncodedScope): boolean {
  for (let key = 0; key < SELECTOR_KEYS.length; key += 1) {
    const wanted = table[start + key] as number;
    if (wanted !== WILDCARD && wanted !== scope.codes[key] && key !== PREFIX_KEY) return false;
  }
  const prefix = table[start + PREFIX_KEY] as number;
  if (prefix === WILDCARD) return true;
  return scope.secretRef !== null && scope.secretRef.startsWith(vocabulary.prefixes[prefix] as string);
}
