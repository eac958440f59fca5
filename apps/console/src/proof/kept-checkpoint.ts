import { checkpointLines, noteLines } from '#libs/log-proofs';
import { fromBase64 } from './bytes.js';
import type { TreeHead } from './open-checkpoint.js';

const NAME = 'countersign.log-checkpoint';

/** The last checkpoint that this browser found good: the signed note and when that was. Public, so kept in the open. */
export interface KeptCheckpoint {
  readonly checkpoint: string;
  readonly at: string;
}

/** Returns what was kept, with the tree that it names; null without any. Its signature was verified when it was kept. */
export function keptCheckpoint(): (KeptCheckpoint & { readonly head: TreeHead }) | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(NAME) ?? 'null');
    if (!isKept(kept)) return null;
    const text = noteLines(kept.checkpoint)?.text;
    const lines = text === undefined ? null : checkpointLines(text);
    const rootHash = lines && fromBase64(lines.rootHash);
    return lines && rootHash ? { ...kept, head: { ...lines, rootHash } } : null;
  } catch {
    return null;
  }
}

/** Keeps a checkpoint for the next visit, or with null forgets the one there is; a browser that keeps nothing is no witness. */
export function keepCheckpoint(checkpoint: string | null): void {
  try {
    if (checkpoint === null) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, JSON.stringify({ checkpoint, at: new Date().toISOString() }));
  } catch {
    // Storage is switched off.
  }
}

function isKept(kept: unknown): kept is KeptCheckpoint {
  return (
    typeof kept === 'object' &&
    kept !== null &&
    'checkpoint' in kept &&
    typeof kept.checkpoint === 'string' &&
    'at' in kept &&
    typeof kept.at === 'string'
  );
}
