import { hashLeaf, type NoteVerifier, openCheckpoint, verifyInclusion } from '#libs/merkle-log';
import type { Task } from './command-line.js';
import { readGivenFile } from './given-file.js';
import { type InclusionAnswer, readInclusionAnswers } from './read-inclusion-answers.js';
import { VerificationError } from './verification-error.js';
import type { Say } from './verify-export.js';

type ProofTask = Extract<Task, { kind: 'proof' }>;

/**
 * Verifies that each event of a file is in the log, and prints the verdicts.
 *
 * @returns whether all are
 * @throws VerificationError for a file that holds no such proofs
 */
export async function verifyProof({ file, verifiers }: ProofTask, say: Say): Promise<boolean> {
  const answers = readInclusionAnswers(await readGivenFile(file));
  if (!answers)
    throw new VerificationError(
      `${file} is not an answer of GET /api/v1/audit-events/:id/proof, nor a list of them`,
    );
  return answers.map((answer) => verify(answer, verifiers, say)).every((holds) => holds);
}

function verify(answer: InclusionAnswer, verifiers: readonly NoteVerifier[], say: Say): boolean {
  const { leaf, leafIndex, proof } = answer;
  const head = openCheckpoint(answer.checkpoint, verifiers);
  const holds = head !== null && verifyInclusion({ ...head, leafHash: hashLeaf(leaf), leafIndex, proof });
  say(
    holds
      ? `VERIFIED  leaf ${leafIndex} of ${head.treeSize} is ${printable(leaf.toString())}`
      : `NOT VERIFIED  leaf ${leafIndex}: the event is not in the log that the checkpoint covers, or the checkpoint is not signed by a given key.`,
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
