import { backoffDelay, type BackoffRange } from './backoff.js';
import type { Clock } from './clock.js';
import { RemoteError } from './remote-error.js';

export interface RetryPolicy extends BackoffRange {
  /** Tries in all, the first included. */
  attempts: number;
}

/**
 * Runs `task` again while it fails with a retryable RemoteError, waiting in between: as long as the other
 * side asked for (Retry-After), else a jittered backoff. A wait asked for beyond a minute isn't sat out.
 * @param task is given the number of the try, from 0
 * @throws the last error, also when the signal aborts while waiting
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
