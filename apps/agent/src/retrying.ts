import { backoffDelay, type BackoffRange } from './backoff.js';
import type { Clock } from './clock.js';
import { RemoteError } from './remote-error.js';

export interface RetryPolicy extends BackoffRange {
  /** Number of attempts, including the first. */
  attempts: number;
}

/**
 * Retries `task` while it fails with a retryable RemoteError, waiting as long as the server asked for (Retry-After), else
 * with a jittered backoff. A requested wait of over a minute ends the retries.
 * @param task receives the number of the attempt, from 0
 * @throws the last error, also when the signal aborts the wait
 */
export async function retrying<T>(
  task: (attempt: number) => Promise<T>,
  policy: RetryPolicy,
  clock: Clock,
  signal?: AbortSignal,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await task(attempt);
    } catch (error) {
      if (!(error instanceof RemoteError) || !error.retryable || attempt + 1 >= policy.attempts) throw error;
      if ((error.retryAfterMs ?? 0) > MAX_WAIT_MS) throw error;
      await clock.sleep(error.retryAfterMs ?? backoffDelay(attempt, policy, clock.random), signal);
      if (signal?.aborted) throw error;
    }
  }
}

const MAX_WAIT_MS = 60_000;
