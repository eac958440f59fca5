import type { SecretBytes } from '#libs/secret-bytes';
import type { DiscoveryNotes } from './discovery-notes.js';
import type { DiscoveredSecret, StoreDriver } from './store-driver.js';
import { StoreError } from './store-error.js';
import type { RateLimiter } from './rate-limiter.js';

/** Limits the load on a store: every operation, and every page of a discovery, waits for a slot and for the rate. */
export class LimitedStore implements StoreDriver {
  /** @param watch called with the outcome of each operation: null for a success */
  constructor(
    private readonly store: StoreDriver,
    private readonly limiter: RateLimiter,
    private readonly signal: AbortSignal,
    private readonly watch: (error: unknown) => void = () => undefined,
  ) {}

  read(ref: string, keys: string[]): Promise<Map<string, SecretBytes>> {
    return this.#operate(() => this.store.read(ref, keys));
  }

  patch(ref: string, values: ReadonlyMap<string, SecretBytes>): Promise<void> {
    return this.#operate(() => this.store.patch(ref, values));
  }

  check(notes?: DiscoveryNotes): Promise<void> {
    return this.#operate(() => this.store.check(notes));
  }

  async *discover(notes?: DiscoveryNotes): AsyncGenerator<DiscoveredSecret[]> {
    const pages = this.store.discover(notes)[Symbol.asyncIterator]();
    try {
      for (;;) {
        // The slot is free between pages, so that reporting a page doesn't block a read.
        const page = await this.#operate(() => pages.next());
        if (page.done) return;
        yield page.value;
      }
    } finally {
      await pages.return?.();
    }
  }

  #operate<T>(operation: () => Promise<T>): Promise<T> {
    return this.limiter.run(async () => {
      await this.limiter.turn(this.signal);
      try {
        const result = await operation();
        this.limiter.answered();
        this.watch(null);
        return result;
      } catch (error) {
        const isThrottled = error instanceof StoreError && THROTTLED.has(error.code);
        if (isThrottled) this.limiter.onThrottled(error.retryAfterMs);
        this.watch(error);
        throw error;
      }
    });
  }
}

const THROTTLED = new Set(['store_throttled', 'store_unavailable']);
