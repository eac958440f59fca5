import { setTimeout as sleep } from 'node:timers/promises';
import { type components, dataOf } from '#client';
import type { NoteVerifier } from '#libs/merkle-log';
import { BACKGROUND } from '../api/background.js';
import type { Cli } from '../cli.js';
import { failureOf, mayPass } from '../exit.js';
import { checkConsistency } from './check-consistency.js';
import { keepCheckpoint, keptCheckpoint } from './kept-checkpoints.js';
import { headIn } from './log-key.js';

type Checkpoint = components['schemas']['CheckpointResponse'];

export interface KeptCheckpoint {
  readonly checkpoint: Checkpoint;
  /** How the log continues the kept checkpoint; null for the first one. */
  readonly growth: string | null;
}

/**
 * Stores the newest checkpoint in a folder, if it continues the one kept there.
 * @returns null if it is the one kept there
 * @throws CliError (not verified) if the log was rewritten, rolled back, or is signed by another key; ApiError
 */
export async function keepNewest(
  cli: Cli,
  folder: string,
  verifiers: readonly NoteVerifier[],
): Promise<KeptCheckpoint | null> {
  const checkpoint = await dataOf(cli.api.GET('/api/v1/audit-checkpoints/latest', { headers: BACKGROUND }));
  const head = headIn(checkpoint.checkpoint, verifiers);
  const note = await keptCheckpoint(folder);
  const before = note === null ? null : headIn(note, verifiers);
  const growth = before && (await checkConsistency(cli.api, before, head, BACKGROUND));
  if (before?.treeSize === head.treeSize) return null;
  await keepCheckpoint(folder, checkpoint);
  return { checkpoint, growth };
}

/**
 * Yields each stored checkpoint, as the log grows. Retries if the service does not respond.
 * @throws CliError (not verified) as soon as the log does not continue the kept checkpoint
 */
export async function* watchLog(
  cli: Cli,
  folder: string,
  verifiers: readonly NoteVerifier[],
  everyMs: number,
  end: number,
): AsyncGenerator<KeptCheckpoint> {
  for (;;) {
    try {
      const kept = await keepNewest(cli, folder, verifiers);
      if (kept) yield kept;
    } catch (error) {
      if (!mayPass(error)) throw error;
      cli.terminal.warn(`Retrying: ${failureOf(error).message}`);
    }
    if (Date.now() + everyMs > end) return;
    await sleep(everyMs);
  }
}
