import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { parseCheckpoint, type TreeHead } from '#libs/merkle-log';

export interface KeptCheckpoint {
  /** The signed note. */
  readonly checkpoint: string;
  /** When it was signed, ISO 8601 in UTC. */
  readonly sealed_at: string;
}

const LATEST = 'latest.checkpoint';
const NEWLINE = '\n'.charCodeAt(0);

/**
 * Keeps checkpoints in a folder, out of the database's reach: a file for each day to which lines are added
 * (`checkpoints-2026-11-21.ndjson`), and the newest one as it is (`latest.checkpoint`). What a call has written is on
 * the disk when it returns; what a crash cut off or left out is written again by the next one.
 */
export class CheckpointSink {
  constructor(private readonly folder: string) {}

  /** The newest checkpoint that was kept; null in a new folder. @throws Error for a file that is not one */
  async latest(): Promise<TreeHead | null> {
    const note = await readFile(join(this.folder, LATEST), 'utf8').catch(unlessAbsent);
    if (note === null) return null;
    const head = parseCheckpoint(note.slice(0, note.lastIndexOf('\n\n') + 1));
    if (!head) throw new Error(`${LATEST} holds no checkpoint`);
    return head;
  }

  /** Adds checkpoints, in the order of their sizes. @throws Error when the folder can't be written */
  async keep(checkpoints: readonly KeptCheckpoint[]): Promise<void> {
    const newest = checkpoints.at(-1);
    if (!newest) return;
    await mkdir(this.folder, { recursive: true });
    for (const [day, lines] of byDay(checkpoints)) await this.addLines(`checkpoints-${day}.ndjson`, lines);
    await this.replace(LATEST, newest.checkpoint);
  }

  /** One write at the end of the file; a line that a crash had cut off is ended first. */
  private async addLines(name: string, lines: string): Promise<void> {
    const file = await open(join(this.folder, name), 'a+', 0o644);
    try {
      const { size } = await file.stat();
      const last = Buffer.alloc(1, NEWLINE);
      await file.read(last, 0, 1, Math.max(0, size - 1));
      await file.appendFile(last[0] === NEWLINE ? lines : `\n${lines}`);
      await file.datasync();
    } finally {
      await file.close();
    }
  }

  /** Readers find the former file or the new one, never a part. */
  private async replace(name: string, content: string): Promise<void> {
    const unfinished = join(this.folder, `.${name}.${process.pid}`);
    const file = await open(unfinished, 'w', 0o644);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, join(this.folder, name));
    const folder = await open(this.folder, 'r');
    await folder.sync().finally(() => folder.close());
  }
}

function byDay(checkpoints: readonly KeptCheckpoint[]): Map<string, string> {
  const days = new Map<string, string>();
  for (const kept of checkpoints) {
    const day = kept.sealed_at.slice(0, 10);
    days.set(day, `${days.get(day) ?? ''}${JSON.stringify(kept)}\n`);
  }
  return days;
}

function unlessAbsent(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}
