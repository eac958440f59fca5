import { inclusionSides } from '#libs/log-proofs';
import { hashNode, sameHash } from './merkle-hash.js';

/** A claim that a leaf is at a position in a tree, with its proof. */
export interface Inclusion {
  readonly leafHash: Uint8Array;
  readonly leafIndex: number;
  readonly treeSize: number;
  readonly rootHash: Uint8Array;
  readonly proof: readonly Uint8Array[];
}

/** Returns whether the proof leads from the leaf to the root (RFC 9162 §2.1.3.2). */
export function verifyInclusion({ leafHash, leafIndex, treeSize, rootHash, proof }: Inclusion): boolean {
  const sides = inclusionSides(leafIndex, treeSize, proof.length);
  if (sides === null) return false;
  const hash = proof.reduce(
    (below, sibling, step) => (sides[step] ? hashNode(sibling, below) : hashNode(below, sibling)),
    leafHash,
  );
  return sameHash(hash, rootHash);
}
