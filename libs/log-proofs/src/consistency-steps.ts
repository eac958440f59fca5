import { ProofPath } from './proof-path.js';

/** How the hashes of a consistency proof are combined into both roots. */
export interface ConsistencySteps {
  /** Whether to start with the older root instead of the proof's first hash. */
  readonly beginsWithOlderRoot: boolean;
  /** For each remaining hash: whether it is a left sibling, in both trees; else a right one, only in the newer tree. */
  readonly sides: readonly boolean[];
}

/**
 * Returns how the hashes of a consistency proof are combined (RFC 9162 §2.1.4.2).
 * @param from size of the older tree, from 1 up to, excluding, `to`
 * @returns null if the number of hashes doesn't match the sizes
 */
export function consistencySteps(from: number, to: number, hashes: number): ConsistencySteps | null {
  const beginsWithOlderRoot = Number.isInteger(Math.log2(from));
  const left = beginsWithOlderRoot ? hashes : hashes - 1;
  if (left < 0) return null;
  const path = new ProofPath(from - 1, to - 1);
  path.skipCompleted();
  const sides = path.sides(left);
  return sides && { beginsWithOlderRoot, sides };
}
