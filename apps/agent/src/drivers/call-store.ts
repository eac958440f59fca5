import { retrying } from '../retrying.js';
import type { StoreContext } from './store-driver.js';
import { StoreError } from './store-error.js';

const RETRY = { attempts: 4, baseMs: 250, capMs: 5000 };
const TIMEOUT_MS = 10_000;

type CallContext = Pick<StoreContext, 'limiter' | 'clock' | 'signal'>;

/**
 * Sends a request to a store, with a timeout of ten seconds and aborted with the agent, and retries it as `retryLimited`
 * does.
 * @param send maps every failure to a StoreError; its signal aborts at the deadline
 */
export function callStore<T>(context: CallContext, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return retryLimited(context, () => withDeadline(context.signal, send));
}

/** Runs a request under the store's rate limit, and retries transient failures (Retry-After is honoured). */
export function retryLimited<T>({ clock, limiter, signal }: CallContext, send: () => Promise<T>): Promise<T> {
  const once = async (): Promise<T> => {
    await limiter?.turn(signal);
    try {
      return await send();
    } catch (error) {
      if (error instanceof StoreError && error.code === 'store_throttled') {
        limiter?.onThrottled(error.retryAfterMs);
      }
      throw error;
    }
  };
  return retrying(once, RETRY, clock, signal);
}

// Not AbortSignal.any: listeners must not accumulate on a signal that lives as long as the agent.
async function withDeadline<T>(signal: AbortSignal, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  let abort = (): void => undefined;
  // Raced as well as signalled, because not every library can be aborted.
  const ended = new Promise<never>((_, reject) => {
    abort = () => {
      ending.abort();
      reject(new StoreError(signal.aborted ? 'store_unavailable' : 'store_timeout'));
    };
  });
  const timer = setTimeout(abort, TIMEOUT_MS);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([send(ending.signal), ended]);
  } catch (error) {
    // The reason of the abort says more than the error of the aborted request.
    if (ending.signal.aborted) await ended;
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}
