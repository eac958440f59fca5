import type { CompiledRule } from './compiled-rule.js';
import { keyMatches, type PolicyScope } from './policy-scope.js';
import { compareRanked } from './rule-order.js';
import { NO_PREFIX, type Vocabulary } from './vocabulary.js';

/** The cells of a row: tier, accepted bits, code of the prefix, slot of the rule, whether it has further conditions. */
const BITS = 1;
const PREFIX = 2;
const SLOT = 3;
const FURTHER = 4;
const WIDTH = 5;
/** Before the rows of a run: their number, and the number above which a split is tried (again). */
const SPLIT_ABOVE = 1;
const HEAD = 2;

/** No row. */
export const NONE = -1;

/** Cells of runs that no tree has any more, up to which rows are never repacked. */
const SPARE_CELLS = 2 ** 16;

/**
 * Rules as rows of numbers in one block of memory, in runs that are read one after the other: among many rules, what costs
 * is fetching them, not comparing them. Runs are added and never changed, so trees of older and newer rules share them.
 */
export class RuleRows {
  cells: Int32Array;
  private end = 0;
  private readonly limit: number;

  /** @param size the cells that the first trees take, about */
  constructor(
    readonly vocabulary: Vocabulary,
    size: number,
  ) {
    this.cells = new Int32Array(size + HEAD);
    this.limit = 2 * size + SPARE_CELLS;
  }

  static sizeFor(rules: number): number {
    return rules * WIDTH;
  }

  /** True when most cells belong to runs that no tree has any more. */
  get isWasteful(): boolean {
    return this.end > this.limit;
  }

  /** Adds rules of one anchor, which are ordered; returns where their run begins. */
  add(rules: readonly CompiledRule[], splitAbove: number): number {
    const run = this.claim(HEAD + rules.length * WIDTH);
    const { cells } = this;
    cells[run] = rules.length;
    cells[run + SPLIT_ABOVE] = splitAbove;
    rules.forEach(({ tier, bits, prefix, slot, further }, index) => {
      cells.set([tier, bits, prefix, slot, further.length], run + HEAD + index * WIDTH);
    });
    return run;
  }

  /** Copies a run of other rows over the same vocabulary; returns where it begins here. */
  copy({ cells }: RuleRows, run: number): number {
    const copied = cells.subarray(run, run + HEAD + (cells[run] as number) * WIDTH);
    const start = this.claim(copied.length);
    this.cells.set(copied, start);
    return start;
  }

  private claim(length: number): number {
    const start = this.end;
    this.end += length;
    if (this.end > this.cells.length) {
      const larger = new Int32Array(this.end * 2);
      larger.set(this.cells);
      this.cells = larger;
    }
    return start;
  }
}

/** Returns the rules of a run in their order. */
export function rulesOfRun({ cells, vocabulary }: RuleRows, run: number): CompiledRule[] {
  const first = run + HEAD + SLOT;
  const slotOf = (index: number): number => cells[first + index * WIDTH] as number;
  return Array.from({ length: runLength(cells, run) }, (_, index) => vocabulary.rules[slotOf(index)]!);
}

/** Returns how many rules a run has. */
export function runLength(cells: Int32Array, run: number): number {
  return cells[run] as number;
}

/** Returns the number of rules above which a split of the run is tried (again). */
export function splitAbove(cells: Int32Array, run: number): number {
  return cells[run + SPLIT_ABOVE] as number;
}

/** Returns the tier of a run's first rule; Infinity of none. */
export function bestTierOfRun(cells: Int32Array, run: number): number {
  return runLength(cells, run) === 0 ? Infinity : tierAt(cells, run + HEAD);
}

/** Returns the tier of the rule whose row is at this cell. */
export function tierAt(cells: Int32Array, at: number): number {
  return cells[at] as number;
}

/** Returns the rule whose row is at this cell. */
function ruleAt({ cells, vocabulary }: RuleRows, at: number): CompiledRule {
  return vocabulary.rules[slotAt(cells, at)] as CompiledRule;
}

/** Returns the slot of the rule whose row is at this cell. */
export function slotAt(cells: Int32Array, at: number): number {
  return cells[at + SLOT] as number;
}

/** A scope with its bits, to be compared with rows. */
export interface PreparedScope {
  readonly scope: PolicyScope;
  readonly bits: number;
}

/** Prepares a scope for comparison with the rows. */
export function prepareScope({ vocabulary }: RuleRows, scope: PolicyScope): PreparedScope {
  return { scope, bits: vocabulary.keyBits.scopeBits(scope) };
}

/**
 * Returns the row of the run's first rule that accepts the scope, if its tier is at most `limit` and it comes before the
 * rule at `best`, which is of the same anchor; else `best`.
 */
export function firstInRun(
  rows: RuleRows,
  run: number,
  prepared: PreparedScope,
  limit: number,
  best: number,
): number {
  const { cells } = rows;
  const { bits } = prepared;
  const last = best === NONE ? limit : tierAt(cells, best);
  const end = run + HEAD + runLength(cells, run) * WIDTH;
  for (let at = run + HEAD; at < end; at += WIDTH) {
    if ((cells[at] as number) > last) return best;
    if (((cells[at + BITS] as number) & bits) === bits && acceptsRest(rows, at, prepared.scope))
      return best === NONE || isBefore(rows, at, best) ? at : best;
  }
  return best;
}

function isBefore(rows: RuleRows, at: number, best: number): boolean {
  const [tier, bestTierSoFar] = [tierAt(rows.cells, at), tierAt(rows.cells, best)];
  return (
    tier < bestTierSoFar ||
    (tier === bestTierSoFar && compareRanked(ruleAt(rows, at), ruleAt(rows, best)) < 0)
  );
}

function acceptsRest(rows: RuleRows, at: number, scope: PolicyScope): boolean {
  const { cells, vocabulary } = rows;
  const prefix = cells[at + PREFIX] as number;
  if (prefix !== NO_PREFIX) {
    if (scope.secretRef === null) return false;
    if (!scope.secretRef.startsWith(vocabulary.prefixes[prefix] as string)) return false;
  }
  if (cells[at + FURTHER] === 0) return true;
  return ruleAt(rows, at).further.every(([key, wanted]) => keyMatches(key, wanted, scope));
}
