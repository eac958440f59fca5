import { consistencySteps } from '#libs/log-proofs';
import { type Bytes, fromBase64, sameBytes, sha256 } from './bytes.js';
import type { TreeHead } from './open-checkpoint.js';

/** What became of a log since it was looked at before. */
export type Consistency = 'grown' | 'same' | 'rolled-back' | 'rewritten' | 'another-log';

const NODE = Uint8Array.of(1);

/**
 * Returns whether a log contains, unchanged, what it was before.
 *
 * @param proofOf asks the service for the consistency proof between two sizes, in base64
 */
export async function checkConsistency(
  before: TreeHead,
  now: TreeHead,
  proofOf: (from: number, to: number) => Promise<readonly string[]>,
): Promise<Consistency> {
  const [from, to] = [before.treeSize, now.treeSize];
  if (before.origin !== now.origin) return 'another-log';
  if (from > to) return 'rolled-back';
  if (from === to) return sameBytes(before.rootHash, now.rootHash) ? 'same' : 'rewritten';
  if (from === 0) return 'grown';
  const proof = (await proofOf(from, to)).map(fromBase64);
  const known = proof.filter((hash) => hash !== null);
  const roots = known.length === proof.length ? await rootsOf(from, to, before.rootHash, known) : null;
  if (roots === null) return 'rewritten';
  const holds = sameBytes(roots.older, before.rootHash) && sameBytes(roots.newer, now.rootHash);
  return holds ? 'grown' : 'rewritten';
}

/** Computes both roots from a proof (RFC 9162 §2.1.4.2); null where it has too many or too few hashes. */
async function rootsOf(
  from: number,
  to: number,
  olderRoot: Bytes,
  proof: readonly Bytes[],
): Promise<{ older: Bytes; newer: Bytes } | null> {
  const steps = consistencySteps(from, to, proof.length);
  const [first, ...rest] = steps?.beginsWithOlderRoot ? [olderRoot, ...proof] : proof;
  if (!steps || first === undefined) return null;
  let [older, newer] = [first, first];
  for (const [step, hash] of rest.entries()) {
    if (steps.sides[step])
      [older, newer] = [await sha256(NODE, hash, older), await sha256(NODE, hash, newer)];
    else newer = await sha256(NODE, newer, hash);
  }
  return { older, newer };
}
