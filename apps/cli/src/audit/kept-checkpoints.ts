import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { components } from '#client';

type Checkpoint = components['schemas']['CheckpointResponse'];

const LATEST = 'latest.checkpoint';

/** Returns the newest checkpoint of a folder, a signed note; null if there is none. */
export async function keptCheckpoint(folder: string): Promise<string | null> {
  try {
    return await readFile(join(folder, LATEST), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Appends a checkpoint to a folder, in the worker's format, which countersign-verify --checkpoints reads. */
export async function keepCheckpoint(folder: string, { checkpoint, sealed_at }: Checkpoint): Promise<void> {
  await mkdir(folder, { recursive: true });
  const line = `${JSON.stringify({ checkpoint, sealed_at })}\n`;
  await appendFile(join(folder, `checkpoints-${sealed_at.slice(0, 10)}.ndjson`), line);
  const next = join(folder, `.${LATEST}.${process.pid}`);
  await writeFile(next, checkpoint);
  await rename(next, join(folder, LATEST));
}
