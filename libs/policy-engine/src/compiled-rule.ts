import type { SelectorKey } from './policy-rule.js';
import type { RankedRule } from './rule-order.js';

export type Condition = readonly [key: SelectorKey, wanted: string];

/** A rule with precomputed values for comparisons. */
export interface CompiledRule extends RankedRule {
  /** Its number in the vocabulary. */
  readonly slot: number;
  /** KeyBits#acceptedBits. */
  readonly bits: number;
  /** The code of its prefix. */
  readonly prefix: number;
  /** Conditions that neither the bits nor the prefix cover. */
  readonly further: readonly Condition[];
}
