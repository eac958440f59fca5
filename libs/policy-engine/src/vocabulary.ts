import type { CompiledRule } from './compiled-rule.js';
import { type Decision, decisionFor } from './decision.js';
import { KeyBits } from './key-bits.js';

/** The code of a rule without a prefix. */
export const NO_PREFIX = 0;

/**
 * Numbers for rules and their values. It only grows and no number changes its meaning, so that trees of older and newer
 * rules share it: no row of a tree has the number of a value that its rules don't name.
 */
export class Vocabulary {
  readonly keyBits = new KeyBits();
  /** The decision of each rule, by slot, outside prod and in prod, so that a decision never fetches the rule. */
  readonly decisions: Decision[] = [];
  readonly prodDecisions: Decision[] = [];
  private readonly codes = new Map<string, number>();
  private readonly texts = [''];
  private readonly entries: CompiledRule[] = [];

  /** The prefixes by their code. */
  get prefixes(): readonly string[] {
    return this.texts;
  }

  /** The rules by their slot. */
  get rules(): readonly CompiledRule[] {
    return this.entries;
  }

  /** The number of slots and codes in use, including those of removed rules and prefixes. */
  get size(): number {
    return this.texts.length + this.entries.length;
  }

  /** Returns the code of a selector's prefix; a new one gets the next. */
  prefixCode(prefix: string | undefined): number {
    if (prefix === undefined) return NO_PREFIX;
    const known = this.codes.get(prefix);
    if (known !== undefined) return known;
    const code = this.texts.push(prefix) - 1;
    this.codes.set(prefix, code);
    return code;
  }

  /** Adds a rule in the next slot and returns it. */
  add(of: (slot: number) => CompiledRule): CompiledRule {
    const entry = of(this.entries.length);
    this.entries.push(entry);
    this.decisions.push(decisionFor(entry, false));
    this.prodDecisions.push(decisionFor(entry, true));
    return entry;
  }
}
