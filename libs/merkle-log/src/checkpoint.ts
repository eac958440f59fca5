import { checkpointLines } from '#libs/log-proofs';
import { type NoteVerifier, openNote } from './signed-note.js';

/** A tree that a log vouches for. */
export interface TreeHead {
  /** The permanent name of the log. */
  readonly origin: string;
  readonly treeSize: number;
  readonly rootHash: Uint8Array;
}

/** Returns the text of a checkpoint to sign: origin, size and base64 root, one per line (C2SP tlog-checkpoint). */
export function checkpointText({ origin, treeSize, rootHash }: TreeHead): string {
  return `${origin}\n${treeSize}\n${Buffer.from(rootHash).toString('base64')}\n`;
}

/** Parses {@link checkpointText}, ignoring extension lines after the third; null for anything else. */
export function parseCheckpoint(text: string): TreeHead | null {
  const lines = checkpointLines(text);
  if (!lines) return null;
  const rootHash = Buffer.from(lines.rootHash, 'base64');
  return rootHash.toString('base64') === lines.rootHash ? { ...lines, rootHash } : null;
}

/**
 * Returns the tree head that a checkpoint covers; null when none of the keys has signed it under the log's own name.
 */
export function openCheckpoint(note: string, verifiers: readonly NoteVerifier[]): TreeHead | null {
  const origin = note.slice(0, note.indexOf('\n'));
  const text = openNote(
    note,
    verifiers.filter(({ name }) => name === origin),
  );
  return text === null ? null : parseCheckpoint(text);
}
