import { parseCheckpoint, type TreeHead } from './checkpoint.js';
import { type NoteVerifier, openNote } from './signed-note.js';

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
