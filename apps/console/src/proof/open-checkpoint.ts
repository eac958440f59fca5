import { checkpointLines, noteLines } from '#libs/log-proofs';
import { type Bytes, fromBase64, sameBytes } from './bytes.js';
import { keyIdOf, type VerifierKey } from './verifier-key.js';

/** A tree that the log vouches for. */
export interface TreeHead {
  readonly origin: string;
  readonly treeSize: number;
  readonly rootHash: Bytes;
}

/**
 * Verifies a signed checkpoint (C2SP tlog-checkpoint and signed-note).
 *
 * @returns null unless this key has signed it under its own name, which is the log's
 */
export async function openCheckpoint(note: string, key: VerifierKey): Promise<TreeHead | null> {
  const taken = noteLines(note);
  const lines = taken && checkpointLines(taken.text);
  const rootHash = lines && fromBase64(lines.rootHash);
  if (!taken || !lines || !rootHash || lines.origin !== key.name) return null;
  const id = await keyIdOf(key);
  const signatures = taken.signatures.flatMap((line) => {
    const bytes = line === null ? null : fromBase64(line.encoded);
    const theirs = bytes !== null && line?.name === key.name && sameBytes(bytes.subarray(0, 4), id);
    return theirs ? [bytes.slice(4)] : [];
  });
  if (signatures.length === 0 || taken.signatures.includes(null)) return null;
  const ed25519 = await crypto.subtle.importKey('raw', key.publicKey, 'Ed25519', false, ['verify']);
  const text = new TextEncoder().encode(taken.text);
  const valid = await Promise.all(
    signatures.map((signature) => crypto.subtle.verify('Ed25519', ed25519, signature, text)),
  );
  return valid.every(Boolean) ? { ...lines, rootHash } : null;
}
