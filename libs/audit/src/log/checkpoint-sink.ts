import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { parseCheckpoint, type TreeHead } from '#libs/merkle-log';

export interface StoredCheckpoint {
  /** The signed note. */
  readonly checkpoint: string;
  /** When it was signed, ISO 8601 in UTC. */
  readonly sealed_at: string;
}

const LATEST = 'latest.checkpoint';
const NEWLINE = '\n'.charCodeAt(0);

/**
 * Stores checkpoints in a folder outside the database: one append-only file per day (`checkpoints-2026-11-21.ndjson`),
 * and the latest one by itself (`latest.checkpoint`). Writes are synced to disk before a call returns; the next call
 * repairs a line that a crash truncated.
 */
export class CheckpointSink {
  constructor(private readonly folder: string) {}

  /** Returns the latest stored checkpoint; null in a new folder. @throws Error for a malformed file */
  async latest(): Promise<TreeHead | null> {
    const note = await readFile(join(this.folder, LATEST), 'utf8').catch(nullIfMissing);
    if (note === null) return null;
    const head = parseCheckpoint(note.slice(0, note.lastIndexOf('\n\n') + 1));
    if (!head) throw new Error(`${LATEST} is not a valid checkpoint`);
    return head;
  }

  /** Appends checkpoints in order of tree size. @throws Error when the folder can't be written */
  async keep(checkpoints: readonly StoredCheckpoint[]): Promise<void> {
    const newest = checkpoints.at(-1);
    if (!newest) return;
    await mkdir(this.folder, { recursive: true });
    for (const [day, lines] of byDay(checkpoints)) await this.addLines(`checkpoints-${day}.ndjson`, lines);
    await this.replace(LATEST, newest.checkpoint);
  }

  /** Appends in one write, after terminating a line that a crash truncated. */
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

  /** Replaces the file atomically, so that readers never see a partial one. */
  private async replace(name: string, content: string): Promise<void> {
    const temporary = join(this.folder, `.${name}.${process.pid}`);
    const file = await open(temporary, 'w', 0o644);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, join(this.folder, name));
    const folder = await open(this.folder, 'r');
    await folder.sync().finally(() => folder.close());
  }
}

function byDay(checkpoints: readonly StoredCheckpoint[]): Map<string, string> {
  const days = new Map<string, string>();
  for (const kept of checkpoints) {
    const day = kept.sealed_at.slice(0, 10);
    days.set(day, `${days.get(day) ?? ''}${JSON.stringify(kept)}\n`);
  }
  return days;
}

function nullIfMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}
