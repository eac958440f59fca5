import { ProofPath } from './proof-path.js';

/**
 * Returns, for each hash of an inclusion proof from the leaf up, whether it is a left sibling (RFC 9162 §2.1.3.2). The
 * caller hashes, so that this serves Node and browsers.
 * @returns null if the number of hashes doesn't match leaf and size
 */
export function inclusionSides(leafIndex: number, treeSize: number, hashes: number): boolean[] | null {
  if (!isIndex(leafIndex) || !isIndex(treeSize) || leafIndex >= treeSize) return null;
  return new ProofPath(leafIndex, treeSize - 1).sides(hashes);
}

function isIndex(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
