import { backoffDelay } from '../backoff.js';
import type { StoreContext } from './store-driver.js';
import { StoreError } from './store-error.js';

const TRIES = 5;
const CONFLICT_WAIT = { baseMs: 50, capMs: 1000 };

/**
 * Runs a read-merge-write again while another writer interferes, at most five times.
 * @param merge throws StoreError cas_conflict if the secret has changed since it was read
 */
export async function mergeRetrying(
  { clock, signal }: Pick<StoreContext, 'clock' | 'signal'>,
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
