import { queryOptions } from '@tanstack/react-query';
import type { components } from '@countersign/client';
import { fromBase64 } from '../../proof/bytes.js';
import { checkConsistency, type Consistency } from '../../proof/check-consistency.js';
import { keepCheckpoint, keptCheckpoint, type KeptCheckpoint } from '../../proof/kept-checkpoint.js';
import { openCheckpoint, type TreeHead } from '../../proof/open-checkpoint.js';
import { pinnedKey } from '../../proof/pinned-key.js';
import { parseVerifierKey } from '../../proof/verifier-key.js';
import { api, ApiError, dataOf } from '../client.js';

export type Checkpoint = components['schemas']['CheckpointResponse'];

/** What this browser finds of the log as a whole. */
export interface LogWitness {
  /** `unsigned`: there is no checkpoint. `other-key`: the key in use has not signed it. `first`: nothing was kept before. */
  readonly state: Consistency | 'unsigned' | 'other-key' | 'first';
  /** The newest checkpoint; null where there is none. */
  readonly latest: Checkpoint | null;
  /** What was kept before this visit. */
  readonly before: (KeptCheckpoint & { readonly head: TreeHead }) | null;
  /** Whether the person pinned the key; else it comes from the service that is being checked. */
  readonly pinned: boolean;
}

/** The newest checkpoint, held against the one that this browser found good before; a good one is kept for the next time. */
export const logWitnessQuery = queryOptions({
  queryKey: ['audit', 'witness'],
  queryFn: ({ signal }) => witness(signal),
  staleTime: 60_000,
});

/** Whether the log is not what this browser knew: somebody has to be told. */
export function isForked({ state }: LogWitness): boolean {
  return state === 'rewritten' || state === 'rolled-back' || state === 'another-log';
}

async function witness(signal: AbortSignal): Promise<LogWitness> {
  const [latest, pinned, before] = [await latestCheckpoint(signal), pinnedKey(), keptCheckpoint()];
  const found = { latest, before, pinned: pinned !== null };
  // What once was signed does not go away by itself.
  if (latest === null) return { ...found, state: before === null ? 'unsigned' : 'rolled-back' };
  const served = fromBase64(latest.public_key);
  const key =
    pinned === null
      ? served && { name: latest.origin, publicKey: served }
      : await parseVerifierKey(pinned.key);
  const head = key && (await openCheckpoint(latest.checkpoint, key));
  if (!head) return { ...found, state: 'other-key' };
  const state =
    before === null
      ? ('first' as const)
      : await checkConsistency(before.head, head, async (from, to) => {
          const params = { query: { from, to } };
          return (await dataOf(api.GET('/api/v1/audit-checkpoints/consistency', { params, signal }))).proof;
        });
  if (state === 'first' || state === 'grown') keepCheckpoint(latest.checkpoint);
  return { ...found, state };
}

async function latestCheckpoint(signal: AbortSignal): Promise<Checkpoint | null> {
  try {
    return await dataOf(api.GET('/api/v1/audit-checkpoints/latest', { signal }));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
