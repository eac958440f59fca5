import { setTimeout as sleep } from 'node:timers/promises';
import { type components, dataOf } from '#client';
import type { NoteVerifier } from '#libs/merkle-log';
import type { Cli } from '../cli.js';
import { EXIT, failureOf } from '../exit.js';
import { checkGrowth } from './growth.js';
import { keepCheckpoint, keptCheckpoint } from './kept-checkpoints.js';
import { headIn } from './log-key.js';

type Checkpoint = components['schemas']['CheckpointResponse'];

export interface Kept {
  readonly checkpoint: Checkpoint;
  /** How it continues what was kept; null for the first one. */
  readonly growth: string | null;
}

/**
 * Keeps the newest checkpoint in a folder, if it continues the one that was kept there.
 *
 * @returns null where it is the one that was kept
 * @throws CliError (not verified) where the log was rewritten, rolled back, or is signed by another key; ApiError
 */
export async function keepNewest(
  cli: Cli,
  folder: string,
  verifiers: readonly NoteVerifier[],
): Promise<Kept | null> {
  const checkpoint = await dataOf(cli.api.GET('/api/v1/audit-checkpoints/latest', { headers: BACKGROUND }));
  const head = headIn(checkpoint.checkpoint, verifiers);
  const note = await keptCheckpoint(folder);
  const before = note === null ? null : headIn(note, verifiers);
  const growth = before && (await checkGrowth(cli.api, before, head));
  if (before?.treeSize === head.treeSize) return null;
  await keepCheckpoint(folder, checkpoint);
  return { checkpoint, growth };
}

/** Nobody is there for each call, so that none keeps the session alive. */
const BACKGROUND = { 'Countersign-Background': '1' };
/** Worth another try: the service is away for a moment. */
const PASSING: readonly number[] = [EXIT.failed, EXIT.timeout];

/**
 * Yields each checkpoint that was kept, as the log grows. A service that does not answer is asked again.
 *
 * @throws CliError (not verified) as soon as the log does not continue what was kept
 */
export async function* watchLog(
  cli: Cli,
  folder: string,
  verifiers: readonly NoteVerifier[],
  everyMs: number,
  end: number,
): AsyncGenerator<Kept> {
  for (;;) {
    try {
      const kept = await keepNewest(cli, folder, verifiers);
      if (kept) yield kept;
    } catch (error) {
      const { exit, message } = failureOf(error);
      if (!PASSING.includes(exit)) throw error;
      cli.terminal.warn(`Not this time: ${message}`);
    }
    if (Date.now() + everyMs > end) return;
    await sleep(everyMs);
  }
}
