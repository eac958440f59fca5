import { type NoteVerifier, openNote, parseCheckpoint, sameHash, type TreeHead } from '#libs/merkle-log';

export interface KeptCheckpoints {
  /** Smallest tree first, one for each size. */
  readonly heads: readonly TreeHead[];
  readonly faults: readonly string[];
  /** Places that hold no whole line: what a crash cuts off is written again after it, and nothing is lost. */
  readonly cutOff: readonly string[];
}

/** A file of checkpoints: lines as the worker keeps them (or as the api answers), or one signed note as it is. */
export interface CheckpointFile {
  readonly name: string;
  readonly content: string;
}

/** Opens every checkpoint of the files; what no key has signed, and two that say different things, are faults. */
export function readCheckpoints(
  files: readonly CheckpointFile[],
  verifiers: readonly NoteVerifier[],
): KeptCheckpoints {
  const heads = new Map<number, TreeHead>();
  const faults: string[] = [];
  const cutOff: string[] = [];
  for (const { name, content } of files)
    for (const [place, note] of notesOf(name, content)) {
      if (note === null) {
        cutOff.push(place);
        continue;
      }
      const head = openHead(note, verifiers);
      const other = head && heads.get(head.treeSize);
      if (!head) faults.push(`${place}: is not a checkpoint that one of the given keys has signed`);
      else if (other && !sameHash(other.rootHash, head.rootHash))
        faults.push(
          `${place}: another checkpoint of ${head.treeSize} events says something else: the log has two histories`,
        );
      else heads.set(head.treeSize, head);
    }
  return { heads: [...heads.values()].sort((a, b) => a.treeSize - b.treeSize), faults, cutOff };
}

/** The tree that a checkpoint vouches for; null when none of the keys has signed it under the log's own name. */
export function openHead(note: string, verifiers: readonly NoteVerifier[]): TreeHead | null {
  const origin = note.slice(0, note.indexOf('\n'));
  const text = openNote(
    note,
    verifiers.filter(({ name }) => name === origin),
  );
  return text === null ? null : parseCheckpoint(text);
}

/** Each note with its place; null in place of a line that is not whole. */
function notesOf(name: string, content: string): (readonly [string, string | null])[] {
  if (!content.startsWith('{')) return [[name, content]];
  const lines = content.split('\n').map((line, index) => [`${name} line ${index + 1}`, line] as const);
  return lines.filter(([, line]) => line !== '').map(([place, line]) => [place, noteIn(line)] as const);
}

function noteIn(line: string): string | null {
  try {
    const { checkpoint } = JSON.parse(line) as { checkpoint?: unknown };
    return typeof checkpoint === 'string' ? checkpoint : '';
  } catch {
    return null;
  }
}
