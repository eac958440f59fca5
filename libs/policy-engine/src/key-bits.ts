import type { Selector, SelectorKey } from './policy-rule.js';
import { type PolicyScope, scopeValue } from './policy-scope.js';

/**
 * Keys with few values and their number of bits: one bit per value lets one AND compare them all. Together they fit into a
 * 32-bit number. The first bit of a key represents all values without a bit of their own.
 */
const FIELDS = [
  { key: 'environment_kind', width: 4 },
  { key: 'provider_type', width: 13 },
  { key: 'operation', width: 5 },
  { key: 'type', width: 5 },
  { key: 'principal_kind', width: 4 },
] as const satisfies { key: SelectorKey; width: number }[];
const OTHERS = 0;
/** Has a bit before any rule names it: a rule without principal_kind accepts all but this one. */
const WORKLOAD = 'workload';

interface Field {
  readonly key: SelectorKey;
  readonly width: number;
  readonly shift: number;
  readonly bits: Map<string, number>;
  /** The bits of a selector without the key. */
  readonly wildcard: number;
}

/**
 * Assigns bits to values of keys. The first values that rules name get a bit each and keep it, so that trees of older and
 * newer rules share them.
 */
export class KeyBits {
  private readonly fields = fieldsOf();

  /** Returns the accepted values of a selector: all of an absent key, else that of its value. */
  acceptedBits(selector: Selector): number {
    return this.fields.reduce((accepted, field) => {
      const value = selector[field.key];
      const ofKey = value === undefined ? field.wildcard : 1 << bitOf(field, value);
      return accepted | (ofKey << field.shift);
    }, 0);
  }

  /**
   * Returns whether the bits represent exactly the selector's value for the key, so that no further comparison is needed.
   */
  isExact(selector: Selector, key: SelectorKey): boolean {
    return this.fields.find((field) => field.key === key)?.bits.has(selector[key] as string) ?? false;
  }

  /** Returns the values of a scope: one bit per key. A rule accepts them if it has all of them. */
  scopeBits(scope: PolicyScope): number {
    let bits = 0;
    for (let at = 0; at < this.fields.length; at += 1) {
      const field = this.fields[at] as Field;
      const value = scopeValue(scope, field.key);
      const bit = value === null ? OTHERS : (field.bits.get(value) ?? OTHERS);
      bits |= 1 << (bit + field.shift);
    }
    return bits;
  }
}

function fieldsOf(): Field[] {
  let shift = 0;
  return FIELDS.map(({ key, width }) => {
    const all = (1 << width) - 1;
    const ofWorkloads = key === 'principal_kind' ? 1 : null;
    const bits = new Map<string, number>(ofWorkloads === null ? [] : [[WORKLOAD, ofWorkloads]]);
    const wildcard = ofWorkloads === null ? all : all & ~(1 << ofWorkloads);
    const field = { key, width, shift, bits, wildcard };
    shift += width;
    return field;
  });
}

function bitOf({ bits, width }: Field, value: string): number {
  if (!bits.has(value) && bits.size < width - 1) bits.set(value, bits.size + 1);
  return bits.get(value) ?? OTHERS;
}
