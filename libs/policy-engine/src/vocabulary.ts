import { type PolicyRule, SELECTOR_KEYS, type SelectorKey } from './policy-rule.js';
import { type PolicyScope, scopeValue } from './policy-scope.js';

/** The code of a key that a selector does not hold: it accepts everything. */
export const WILDCARD = 0;
/** The code of a scope's value that no rule names, or that the scope does not have: only a wildcard accepts it. */
const UNKNOWN = -1;

export const PREFIX_KEY = SELECTOR_KEYS.indexOf('secret_ref_prefix');

/** A number for every value that a rule names, key by key. */
export interface Vocabulary {
  readonly codes: readonly ReadonlyMap<string, number>[];
  /** The prefixes by their code. */
  readonly prefixes: readonly string[];
}

/** Numbers the values of all selectors from 1 on. */
export function vocabularyOf(rules: readonly PolicyRule[]): Vocabulary {
  const codes = SELECTOR_KEYS.map(() => new Map<string, number>());
  for (const rule of rules) {
    SELECTOR_KEYS.forEach((key, index) => {
      const value = rule.selector[key];
      const known = codes[index] as Map<string, number>;
      if (value !== undefined && !known.has(value)) known.set(value, known.size + 1);
    });
  }
  return { codes, prefixes: ['', ...codes[PREFIX_KEY]!.keys()] };
}

/** The code of a selector's value for the key at `index`. */
export function ruleCode(vocabulary: Vocabulary, rule: PolicyRule, index: number): number {
  const value = rule.selector[SELECTOR_KEYS[index] as SelectorKey];
  return value === undefined ? WILDCARD : (vocabulary.codes[index]!.get(value) as number);
}

/** The code of the scope's value for the key at `index`; not for the prefix, which is no equality. */
export function scopeCode(vocabulary: Vocabulary, scope: PolicyScope, index: number): number {
  const value = scopeValue(scope, SELECTOR_KEYS[index] as SelectorKey);
  return value === null ? UNKNOWN : (vocabulary.codes[index]!.get(value) ?? UNKNOWN);
}
