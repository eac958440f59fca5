/** The members of `GET /audit-events/:id/proof` that verification needs. */
export interface InclusionAnswer {
  readonly leaf: Buffer;
  readonly leafIndex: number;
  readonly proof: readonly Buffer[];
  /** The signed note. */
  readonly checkpoint: string;
}

/** Reads such an answer, or a list of them, as the console saves evidence; null for any other text. */
export function readInclusionAnswers(text: string): readonly InclusionAnswer[] | null {
  const parsed = parse(text);
  const answers = (Array.isArray(parsed) ? (parsed as unknown[]) : [parsed]).map(answerOf);
  return answers.length > 0 && answers.every((answer) => answer !== null) ? answers : null;
}

function answerOf(members: unknown): InclusionAnswer | null {
  if (typeof members !== 'object' || members === null) return null;
  const { leaf, leaf_index: leafIndex, proof, checkpoint } = members as Record<string, unknown>;
  if (typeof leaf !== 'string' || typeof checkpoint !== 'string' || typeof leafIndex !== 'number')
    return null;
  if (!Array.isArray(proof) || !proof.every((hash) => typeof hash === 'string')) return null;
  const hashes = proof.map((hash: string) => Buffer.from(hash, 'base64'));
  return { leaf: Buffer.from(leaf, 'base64'), leafIndex, proof: hashes, checkpoint };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
