import { type NoteVerifier, openCheckpoint, sameHash, type TreeHead } from '#libs/merkle-log';

/** The checkpoints of all files. */
export interface KeptCheckpoints {
  /** Smallest tree first, one for each size. */
  readonly heads: readonly TreeHead[];
  readonly faults: readonly string[];
  /** Places of truncated lines: what a crash truncates is written again later, and nothing is lost. */
  readonly cutOff: readonly string[];
}

/** A file of checkpoints: lines as the worker keeps them (or as the api answers), or a single signed note. */
export interface CheckpointFile {
  readonly name: string;
  readonly content: string;
}

/** Opens every checkpoint of the files; an unsigned one, and two that differ for one size, are faults. */
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
      const head = openCheckpoint(note, verifiers);
      const other = head && heads.get(head.treeSize);
      if (!head) faults.push(`${place}: is not a checkpoint that one of the given keys has signed`);
      else if (other && !sameHash(other.rootHash, head.rootHash))
        faults.push(
          `${place}: another checkpoint of ${head.treeSize} events differs: the log has two histories`,
        );
      else heads.set(head.treeSize, head);
    }
  return { heads: [...heads.values()].sort((a, b) => a.treeSize - b.treeSize), faults, cutOff };
}

/** Each note with its place; null for a truncated line. */
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
