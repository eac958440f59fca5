import { EMPTY_ROOT, hashNode } from './merkle-hash.js';
import type { LeafRange, Subtree } from './subtree.js';
import { subtreesOf } from './subtree.js';

/** The hash of a perfect subtree that its owner has looked up. */
export type SubtreeHash = (subtree: Subtree) => Uint8Array;

/** MTH of a range of leaves, made of its perfect subtrees (RFC 6962 §2.1); the empty range has the empty root. */
export function rangeHash(range: LeafRange, hashOf: SubtreeHash): Uint8Array {
  const hashes = subtreesOf(range).map(hashOf);
  return hashes.length === 0 ? EMPTY_ROOT : hashes.reduceRight((right, left) => hashNode(left, right));
}
