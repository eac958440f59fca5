import { backoffDelay } from '../backoff.js';
import type { JobContext } from './store-driver.js';
import { StoreError } from './store-error.js';

const TRIES = 5;
const CONFLICT_WAIT = { baseMs: 50, capMs: 1000 };

/**
 * Reads, merges and writes again while another writer comes in between, five times at most.
 * @param merge throws StoreError cas_conflict when the secret isn't any more what it read
 */
export async function mergeRetrying(
  { clock, signal }: Pick<JobContext, 'clock' | 'signal'>,
  merge: () => Promise<void>,
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await merge();
    } catch (error) {
      const conflict = error instanceof StoreError && error.code === 'cas_conflict';
      if (!conflict || attempt + 1 >= TRIES || signal.aborted) throw error;
      await clock.sleep(backoffDelay(attempt, CONFLICT_WAIT, clock.random), signal);
    }
  }
}
