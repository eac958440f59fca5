import { SELECTOR_KEYS, type SelectorKey } from './policy-rule.js';
import type { PolicyRule } from './policy-rule.js';
import type { PolicyScope } from './policy-scope.js';
import { ruleCode, scopeCode, type Vocabulary, WILDCARD } from './vocabulary.js';

/** Keys with few values: one bit for each value lets one AND compare them all. */
const KEYS = ['environment_kind', 'provider_type', 'operation', 'type'] as const;
/** Bits of a key: the first stands for values that no rule names. Four keys fit one 32-bit number. */
const WIDTH = 7;
const ALL = (1 << WIDTH) - 1;

interface BitField {
  /** Index among SELECTOR_KEYS. */
  readonly key: number;
  readonly shift: number;
}

/** The fields of a vocabulary; a key with more values than bits has none. */
export function bitFieldsOf(vocabulary: Vocabulary): BitField[] {
  return KEYS.map((name, position) => ({ key: SELECTOR_KEYS.indexOf(name), shift: position * WIDTH })).filter(
    ({ key }) => vocabulary.codes[key]!.size < WIDTH,
  );
}

/** The values that a rule accepts: every bit of a key it does not name, else the one of its value. */
export function acceptedBits(fields: readonly BitField[], vocabulary: Vocabulary, rule: PolicyRule): number {
  return fields.reduce((bits, { key, shift }) => {
    const code = ruleCode(vocabulary, rule, key);
    return bits | ((code === WILDCARD ? ALL : 1 << code) << shift);
  }, 0);
}

/** The values that a scope has: one bit a key. A rule accepts them when it has every one. */
export function scopeBits(fields: readonly BitField[], vocabulary: Vocabulary, scope: PolicyScope): number {
  let bits = 0;
  for (const { key, shift } of fields) bits |= (1 << Math.max(0, scopeCode(vocabulary, scope, key))) << shift;
  return bits;
}

/** Names the keys that the bits of a rule speak for. */
export function keysOf(fields: readonly BitField[]): SelectorKey[] {
  return fields.map(({ key }) => SELECTOR_KEYS[key] as SelectorKey);
}

export type { BitField };
