import { ProofPath } from './proof-path.js';

/** How the hashes of a consistency proof lead to both roots. */
export interface ConsistencySteps {
  /** Whether one begins with the older root instead of the proof's first hash. */
  readonly beginsWithOlderRoot: boolean;
  /** For each hash that is left: whether it stands left, in both trees; else right, in the newer tree alone. */
  readonly sides: readonly boolean[];
}

/**
 * Returns how the hashes of a consistency proof are put together (RFC 9162 §2.1.4.2).
 *
 * @param from size of the older tree, from 1 up to, excluding, `to`
 * @returns null when no proof of that many hashes leads to the roots
 */
export function consistencySteps(from: number, to: number, hashes: number): ConsistencySteps | null {
  const beginsWithOlderRoot = Number.isInteger(Math.log2(from));
  const left = beginsWithOlderRoot ? hashes : hashes - 1;
  if (left < 0) return null;
  const path = new ProofPath(from - 1, to - 1);
  path.skipCompleted();
  const sides: boolean[] = [];
  while (sides.length < left) {
    if (path.atRoot) return null;
    sides.push(path.siblingIsLeft());
  }
  return path.atRoot ? { beginsWithOlderRoot, sides } : null;
}
