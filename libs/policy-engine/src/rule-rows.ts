import { acceptedBits, type BitField, bitFieldsOf, keysOf, scopeBits } from './key-bits.js';
import { type PolicyRule, type SelectorKey, selectorKeysOf } from './policy-rule.js';
import { keyMatches, type PolicyScope } from './policy-scope.js';
import type { RankedRule } from './rule-order.js';
import { PREFIX_KEY, ruleCode, type Vocabulary, WILDCARD } from './vocabulary.js';

/** The cells of a row: rank, accepted bits, number of the further conditions (0 is none), prefix code, tier start. */
const BITS = 1;
const FURTHER = 2;
const PREFIX = 3;
const TIER_START = 4;
const WIDTH = 5;

/** No row. */
export const NONE = -1;

type Condition = readonly [key: SelectorKey, wanted: string];

/**
 * Rules as rows of numbers in one block of memory, each run of rows behind the number of its rows: among many
 * rules a decision's cost is fetching them, not comparing them. What a row cannot say in bits stands in `further`.
 */
export interface RuleRows {
  readonly cells: Int32Array;
  readonly further: readonly (readonly Condition[])[];
  readonly fields: readonly BitField[];
  readonly vocabulary: Vocabulary;
}

/** A scope, made ready to be compared with rows. */
export interface Question {
  readonly scope: PolicyScope;
  readonly bits: number;
}

/** Lays runs of rows one after the other into one block. */
export class RowWriter {
  readonly rows: RuleRows & { readonly further: (readonly Condition[])[] };
  private end = 0;

  constructor(
    readonly vocabulary: Vocabulary,
    ruleCount: number,
  ) {
    const fields = bitFieldsOf(vocabulary);
    // Every run but the platform's has a rule of its own, enabled or not.
    const cells = new Int32Array(ruleCount * (WIDTH + 1) + 1);
    this.rows = { cells, further: [], fields, vocabulary };
  }

  /** Adds rules that are ordered by rank; returns where their run begins. */
  add(rules: readonly RankedRule[]): number {
    const start = this.end;
    this.rows.cells[start] = rules.length;
    this.end += 1;
    for (const entry of rules) this.addRow(entry);
    return start;
  }

  private addRow({ rule, rank, tierStart }: RankedRule): void {
    const { cells, fields } = this.rows;
    cells[this.end] = rank;
    cells[this.end + BITS] = acceptedBits(fields, this.vocabulary, rule);
    cells[this.end + FURTHER] = this.furtherOf(rule);
    cells[this.end + PREFIX] = ruleCode(this.vocabulary, rule, PREFIX_KEY);
    cells[this.end + TIER_START] = tierStart;
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

/** Where the first row of the run stands that accepts the scope and ranks before `bound`; else NONE. */
export function firstInRun(rows: RuleRows, run: number, asked: Question, bound: number): number {
  const { cells } = rows;
  const end = run + 1 + (cells[run] as number) * WIDTH;
  for (let at = run + 1; at < end; at += WIDTH) {
    if ((cells[at] as number) >= bound) return NONE;
    if (((cells[at + BITS] as number) & asked.bits) === asked.bits && acceptsRest(rows, at, asked.scope))
      return at;
  }
  return NONE;
}

/** The rank of the rule whose row stands there. */
export function rankAt(rows: RuleRows, at: number): number {
  return rows.cells[at] as number;
}

/** RankedRule#tierStart of the rule whose row stands there. */
export function tierStartAt(rows: RuleRows, at: number): number {
  return rows.cells[at + TIER_START] as number;
}

function acceptsRest(rows: RuleRows, at: number, scope: PolicyScope): boolean {
  const prefix = rows.cells[at + PREFIX] as number;
  if (prefix !== WILDCARD) {
    if (scope.secretRef === null) return false;
    if (!scope.secretRef.startsWith(rows.vocabulary.prefixes[prefix] as string)) return false;
  }
  const further = rows.cells[at + FURTHER] as number;
  if (further === 0) return true;
  return (rows.further[further - 1] as readonly Condition[]).every(([key, wanted]) =>
    keyMatches(key, wanted, scope),
  );
}
