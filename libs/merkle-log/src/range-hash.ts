import { EMPTY_ROOT, hashNode } from './merkle-hash.js';
import type { LeafRange, Subtree } from './subtree.js';
import { subtreesOf } from './subtree.js';

/** Returns the hash of a perfect subtree. */
export type SubtreeHash = (subtree: Subtree) => Uint8Array;

/**
 * Returns the MTH of a range of leaves from its perfect subtrees (RFC 6962 §2.1); the empty root for the empty range.
 */
export function rangeHash(range: LeafRange, hashOf: SubtreeHash): Uint8Array {
  const hashes = subtreesOf(range).map(hashOf);
  return hashes.length === 0 ? EMPTY_ROOT : hashes.reduceRight((right, left) => hashNode(left, right));
}
