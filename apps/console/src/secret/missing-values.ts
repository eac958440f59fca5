import { LARGEST_BYTES } from './value-input.js';

/** How many bytes the value of each key has so far. */
export type Lengths = Readonly<Record<string, number>>;

/** Returns why the values can't be sent yet, as a sentence: every key needs one, of at most 64 KiB. */
export function missingValues(keys: readonly string[], lengths: Lengths): string | null {
  const empty = keys.filter((key) => !lengths[key]);
  if (empty.length > 0) return `No value yet for ${empty.join(', ')}.`;
  const large = keys.find((key) => lengths[key]! > LARGEST_BYTES);
  return large === undefined ? null : `The value of ${large} is longer than 64 KiB.`;
}
