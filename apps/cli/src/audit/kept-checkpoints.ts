import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { components } from '#client';
import { CliError, EXIT } from '../exit.js';

type Checkpoint = components['schemas']['CheckpointResponse'];

const LATEST = 'latest.checkpoint';
/** Part of a file's name. Only the checkpoint is signed, not the time beside it. */
const DAY = /^\d{4}-\d\d-\d\d(?=T)/;

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
  const day = DAY.exec(sealed_at)?.[0];
  if (day === undefined)
    throw new CliError(EXIT.failed, 'The service does not say when the checkpoint was sealed.');
  await mkdir(folder, { recursive: true });
  const line = `${JSON.stringify({ checkpoint, sealed_at })}\n`;
  await appendFile(join(folder, `checkpoints-${day}.ndjson`), line);
  const next = join(folder, `.${LATEST}.${process.pid}`);
  await writeFile(next, checkpoint);
  await rename(next, join(folder, LATEST));
}
