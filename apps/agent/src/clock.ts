import { setTimeout as delay } from 'node:timers/promises';

/** Time and randomness, passed in so that tests control them. */
export interface Clock {
  /** Resolves after `ms`, or at once when the signal aborts; it never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A number in [0, 1). */
  random: () => number;
  /** Milliseconds of a monotonic clock. */
  now: () => number;
}

export const systemClock: Clock = {
  sleep: async (ms, signal) => {
    await delay(ms, undefined, { signal }).catch(() => undefined);
  },
  random: () => Math.random(),
  now: () => performance.now(),
};
