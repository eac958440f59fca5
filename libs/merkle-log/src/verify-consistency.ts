import { consistencySteps } from '#libs/log-proofs';
import { hashNode, sameHash } from './merkle-hash.js';

/** A claim that a later state of a log extends an earlier one, with its proof. */
export interface Consistency {
  readonly from: number;
  readonly fromRoot: Uint8Array;
  readonly to: number;
  readonly toRoot: Uint8Array;
  readonly proof: readonly Uint8Array[];
}

/** Returns whether the later tree contains the earlier one unchanged as its first leaves (RFC 9162 §2.1.4.2). */
export function verifyConsistency(claim: Consistency): boolean {
  const { from, fromRoot, to, toRoot, proof } = claim;
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from < 1 || from > to) return false;
  if (from === to) return proof.length === 0 && sameHash(fromRoot, toRoot);
  const roots = rootsOf(claim);
  return roots !== null && sameHash(roots.older, fromRoot) && sameHash(roots.newer, toRoot);
}

/** Computes the two roots from the proof's nodes; null when there are too many or too few. */
function rootsOf({
  from,
  fromRoot,
  to,
  proof,
}: Consistency): { older: Uint8Array; newer: Uint8Array } | null {
  const steps = consistencySteps(from, to, proof.length);
  if (steps === null) return null;
  const [first, ...rest] = steps.beginsWithOlderRoot ? [fromRoot, ...proof] : proof;
  let [older, newer] = [first!, first!];
  for (const [step, hash] of rest.entries()) {
    if (steps.sides[step]) [older, newer] = [hashNode(hash, older), hashNode(hash, newer)];
    else newer = hashNode(newer, hash);
  }
  return { older, newer };
}
