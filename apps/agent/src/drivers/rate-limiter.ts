import type { Clock } from '../clock.js';
import { backoffDelay } from '../backoff.js';

/** Maximum load on one store. */
export interface StoreLimits {
  /** Maximum number of concurrent operations. */
  concurrency: number;
  /** Sustained requests per second; 0 for no limit. */
  perSecond: number;
}

const COOL_DOWN = { baseMs: 500, capMs: 30_000 };
const MAX_COOL_DOWN_MS = 60_000;

/**
 * Limits the load on one store: concurrent operations, a token bucket of one second's requests, and a pause for all
 * jobs once the store throttles.
 */
export class RateLimiter {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  #tokens: number;
  #filledAt: number;
  #pausedUntil = -Infinity;
  #throttled = 0;

  constructor(
    private readonly limits: StoreLimits,
    private readonly clock: Clock,
  ) {
    this.#tokens = limits.perSecond;
    this.#filledAt = clock.now();
  }

  /** Runs an operation when a slot is free; first come, first served. */
  async run<T>(operation: () => Promise<T>): Promise<T> {
    if (this.#running >= this.limits.concurrency) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running += 1;
    try {
      return await operation();
    } finally {
      // The slot passes directly to the longest waiter.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  /** Resolves when the next request may be sent, or the signal aborts. */
  async turn(signal: AbortSignal): Promise<void> {
    for (let wait = this.#pauseMs(); wait > 0 && !signal.aborted; wait = this.#pauseMs()) {
      await this.clock.sleep(wait, signal);
    }
    const wait = this.#takeToken();
    if (wait > 0) await this.clock.sleep(wait, signal);
  }

  /** Pauses all requests to a store that throttles or is unavailable, for the requested time or with backoff. */
  onThrottled(retryAfterMs: number | null): void {
    const wait = retryAfterMs ?? backoffDelay(this.#throttled, COOL_DOWN, this.clock.random);
    this.#throttled += 1;
    const until = this.clock.now() + Math.min(wait, MAX_COOL_DOWN_MS);
    this.#pausedUntil = Math.max(this.#pausedUntil, until);
  }

  /** Ends the backoff: the next pause is a short one again. */
  answered(): void {
    this.#throttled = 0;
  }

  #pauseMs(): number {
    return Math.ceil(this.#pausedUntil - this.clock.now());
  }

  /** Takes a token, in advance if need be; returns the milliseconds until it is available. */
  #takeToken(): number {
    const { perSecond } = this.limits;
    if (perSecond === 0) return 0;
    const now = this.clock.now();
    this.#tokens = Math.min(perSecond, this.#tokens + ((now - this.#filledAt) / 1000) * perSecond);
    this.#filledAt = now;
    this.#tokens -= 1;
    return this.#tokens >= 0 ? 0 : Math.ceil((-this.#tokens / perSecond) * 1000);
  }
}
