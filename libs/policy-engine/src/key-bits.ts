import type { Selector, SelectorKey } from './policy-rule.js';
import { type PolicyScope, scopeValue } from './policy-scope.js';

/** Keys with few values: one bit for each value lets one AND compare them all. */
const KEYS = ['environment_kind', 'provider_type', 'operation', 'type'] as const satisfies SelectorKey[];
/** Bits of a key; four keys fit one 32-bit number. The first bit stands for every value without a bit of its own. */
const WIDTH = 7;
const ALL = (1 << WIDTH) - 1;
const OTHERS = 0;

/**
 * Which bit stands for which value of a key. The first six values that rules name get one each and keep it, so that
 * trees of older and newer rules share these bits.
 */
export class KeyBits {
  private readonly bits = KEYS.map(() => new Map<string, number>());

  /** Returns the values that a selector accepts: every bit of a key that it does not hold, else the one of its value. */
  acceptedBits(selector: Selector): number {
    return KEYS.reduce((accepted, key, field) => {
      const value = selector[key];
      const ofKey = value === undefined ? ALL : 1 << this.bitOf(field, value);
      return accepted | (ofKey << (field * WIDTH));
    }, 0);
  }

  /** True when the bits stand for exactly the selector's value for the key, so that it needs no further comparison. */
  isExact(selector: Selector, key: SelectorKey): boolean {
    const field = KEYS.findIndex((one) => one === key);
    return field >= 0 && this.bits[field]!.has(selector[key] as string);
  }

  /** Returns the values that a scope has: one bit a key. A rule accepts them when it has every one. */
  scopeBits(scope: PolicyScope): number {
    let bits = 0;
    for (let field = 0; field < KEYS.length; field += 1) {
      const value = scopeValue(scope, KEYS[field] as SelectorKey);
      const bit = value === null ? OTHERS : (this.bits[field]!.get(value) ?? OTHERS);
      bits |= 1 << (bit + field * WIDTH);
    }
    return bits;
  }

  private bitOf(field: number, value: string): number {
    const bits = this.bits[field] as Map<string, number>;
    if (!bits.has(value) && bits.size < WIDTH - 1) bits.set(value, bits.size + 1);
    return bits.get(value) ?? OTHERS;
  }
}
