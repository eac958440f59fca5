import { rootOver } from './merkle-hash.js';
import { type LeafRange, type Subtree, subtreesOf } from './subtree.js';

/** Returns the hash of a perfect subtree. */
export type SubtreeHash = (subtree: Subtree) => Uint8Array;

/** Returns the MTH of a range of leaves (RFC 6962 §2.1) from its perfect subtrees. */
export function rangeHash(range: LeafRange, hashOf: SubtreeHash): Uint8Array {
  return rootOver(subtreesOf(range).map(hashOf));
}
