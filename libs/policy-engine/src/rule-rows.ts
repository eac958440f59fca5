import { acceptedBits, type BitField, bitFieldsOf, keysOf, scopeBits } from './key-bits.js';
import { type PolicyRule, type SelectorKey, selectorKeysOf } from './policy-rule.js';
import { keyMatches, type PolicyScope } from './policy-scope.js';
import type { RankedRule } from './rule-order.js';
import { PREFIX_KEY, ruleCode, type Vocabulary, WILDCARD } from './vocabulary.js';

/** A row: rank, accepted bits, number of the further conditions (0 is none), code of the prefix. */
const WIDTH = 4;

type Condition = readonly [key: SelectorKey, wanted: string];

/**
 * Rules as rows of numbers in one block of memory: among many rules a decision's cost is fetching them, not
 * comparing them. What a row cannot say in bits stands in `further`.
 */
export interface RuleRows {
  readonly cells: Int32Array;
  readonly further: readonly (readonly Condition[])[];
  readonly fields: readonly BitField[];
  readonly vocabulary: Vocabulary;
}

/** Where a run of rows lies, best rank first. */
export interface RowRange {
  readonly start: number;
  readonly end: number;
}

/** A scope, made ready to be compared with rows. */
export interface Question {
  readonly scope: PolicyScope;
  readonly bits: number;
}

/** Lays rows one after the other into a block that is as long as all rules need. */
export class RowWriter {
  readonly rows: RuleRows & { readonly further: (readonly Condition[])[] };
  private end = 0;

  constructor(
    readonly vocabulary: Vocabulary,
    ruleCount: number,
  ) {
    const fields = bitFieldsOf(vocabulary);
    this.rows = { cells: new Int32Array(ruleCount * WIDTH), further: [], fields, vocabulary };
  }

  /** Adds rules that are ordered by rank. */
  add(rules: readonly RankedRule[]): RowRange {
    const start = this.end;
    for (const { rule, rank } of rules) this.addRow(rule, rank);
    return { start, end: this.end };
  }

  private addRow(rule: PolicyRule, rank: number): void {
    const { cells, fields } = this.rows;
    cells[this.end] = rank;
    cells[this.end + 1] = acceptedBits(fields, this.vocabulary, rule);
    cells[this.end + 2] = this.furtherOf(rule);
    cells[this.end + 3] = ruleCode(this.vocabulary, rule, PREFIX_KEY);
    this.end += WIDTH;
  }

  private furtherOf(rule: PolicyRule): number {
    const said = new Set<SelectorKey>([...keysOf(this.rows.fields), 'secret_ref_prefix']);
    // Whoever reaches a project's rules asks about that project.
    if (rule.selector.project_id === rule.projectId) said.add('project_id');
    const conditions = selectorKeysOf(rule.selector)
      .filter((key) => !said.has(key))
      .map((key): Condition => [key, rule.selector[key] as string]);
    return conditions.length === 0 ? 0 : this.rows.further.push(conditions);
  }
}

/** Makes a scope ready for rows. */
export function questionOf(rows: RuleRows, scope: PolicyScope): Question {
  return { scope, bits: scopeBits(rows.fields, rows.vocabulary, scope) };
}

/** The rank of the first row that accepts the scope and ranks before `bound`; else `bound`. */
export function firstInRows(
  rows: RuleRows,
  { start, end }: RowRange,
  asked: Question,
  bound: number,
): number {
  const { cells } = rows;
  for (let at = start; at < end; at += WIDTH) {
    const rank = cells[at] as number;
    if (rank >= bound) return bound;
    if (((cells[at + 1] as number) & asked.bits) === asked.bits && acceptsRest(rows, at, asked.scope))
      return rank;
  }
  return bound;
}

function acceptsRest(rows: RuleRows, at: number, scope: PolicyScope): boolean {
  const prefix = rows.cells[at + 3] as number;
  if (prefix !== WILDCARD) {
    if (scope.secretRef === null) return false;
    if (!scope.secretRef.startsWith(rows.vocabulary.prefixes[prefix] as string)) return false;
  }
  const further = rows.cells[at + 2] as number;
  if (further === 0) return true;
  return (rows.further[further - 1] as readonly Condition[]).every(([key, wanted]) =>
    keyMatches(key, wanted, scope),
  );
}
