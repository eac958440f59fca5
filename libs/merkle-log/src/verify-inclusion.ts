import { hashNode, sameHash } from './merkle-hash.js';
import { ProofPath } from './proof-path.js';

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
  if (!isIndex(leafIndex) || !isIndex(treeSize) || leafIndex >= treeSize) return false;
  const path = new ProofPath(leafIndex, treeSize - 1);
  let hash = leafHash;
  for (const sibling of proof) {
    if (path.atRoot) return false;
    hash = path.siblingIsLeft() ? hashNode(sibling, hash) : hashNode(hash, sibling);
  }
  return path.atRoot && sameHash(hash, rootHash);
}

function isIndex(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
