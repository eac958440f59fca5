import { hashLeaf, openCheckpoint, verifyInclusion } from '#libs/merkle-log';
import type { Task } from './command-line.js';
import { readGivenFile } from './given-file.js';
import { readInclusionAnswer } from './read-inclusion-answer.js';
import { VerificationError } from './verification-error.js';
import type { Say } from './verify-export.js';

type ProofTask = Extract<Task, { kind: 'proof' }>;

/**
 * Verifies that an event is in the log, and prints the verdict.
 *
 * @returns whether it is
 * @throws VerificationError for a file that holds no such proof
 */
export async function verifyProof({ file, verifiers }: ProofTask, say: Say): Promise<boolean> {
  const answer = readInclusionAnswer(await readGivenFile(file));
  if (!answer) throw new VerificationError(`${file} is not an answer of GET /api/v1/audit-events/:id/proof`);
  const { leaf, leafIndex, proof } = answer;
  const head = openCheckpoint(answer.checkpoint, verifiers);
  const holds = head !== null && verifyInclusion({ ...head, leafHash: hashLeaf(leaf), leafIndex, proof });
  say(
    holds
      ? `VERIFIED  leaf ${leafIndex} of ${head.treeSize} is ${printable(leaf.toString())}`
      : 'NOT VERIFIED  the event is not in the log that the checkpoint covers, or the checkpoint is not signed by a given key.',
  );
  return holds;
}

/** Escapes control and bidirectional characters, in JSON's own notation. */
function printable(json: string): string {
  return json.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (each) =>
    each
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
