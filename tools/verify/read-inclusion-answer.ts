/** The members of `GET /audit-events/:id/proof` that verification needs. */
interface InclusionAnswer {
  readonly leaf: Buffer;
  readonly leafIndex: number;
  readonly proof: readonly Buffer[];
  /** The signed note. */
  readonly checkpoint: string;
}

/** Reads such an answer; null for any other text. */
export function readInclusionAnswer(text: string): InclusionAnswer | null {
  const members = parse(text);
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
