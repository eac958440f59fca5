import type { SelectorKey } from './policy-rule.js';
import type { RankedRule } from './rule-order.js';

export type Condition = readonly [key: SelectorKey, wanted: string];

/** A rule with what a decision compares, computed once. */
export interface CompiledRule extends RankedRule {
  /** Its number in the vocabulary. */
  readonly slot: number;
  /** KeyBits#acceptedBits. */
  readonly bits: number;
  /** The code of its prefix. */
  readonly prefix: number;
  /** What neither the bits nor the prefix say. */
  readonly further: readonly Condition[];
}
