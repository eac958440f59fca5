import { createHash } from 'node:crypto';

/** The root of the empty tree (RFC 6962 §2.1). */
export const EMPTY_ROOT: Uint8Array = createHash('sha256').digest();

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** Returns the hash of a leaf: SHA-256(0x00 || bytes) (RFC 6962 §2.1). */
export function hashLeaf(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(LEAF).update(bytes).digest();
}

/** Returns the hash of an inner node: SHA-256(0x01 || left || right) (RFC 6962 §2.1). */
export function hashNode(left: Uint8Array, right: Uint8Array): Uint8Array {
  return createHash('sha256').update(NODE).update(left).update(right).digest();
}

/**
 * Returns the root over perfect subtrees that shrink to the right, from left to right (RFC 6962 §2.1); the empty root without
 * any.
 */
export function rootOver(subtrees: readonly Uint8Array[]): Uint8Array {
  if (subtrees.length === 0) return EMPTY_ROOT;
  return subtrees.reduceRight((right, left) => hashNode(left, right));
}

/** Returns whether two hashes are equal. */
export function sameHash(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
