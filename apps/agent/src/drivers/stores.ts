import type { StoreSettings } from '../config/store-settings.js';
import type { JobConnection } from '../control-plane/job.js';
import type { Clock } from '../clock.js';
import { openStore } from './open-store.js';
import { LimitedStore } from './limited-store.js';
import { LruMap } from './lru-map.js';
import { type StoreAddress, storeAddress } from './store-address.js';
import type { StoreDriver } from './store-driver.js';
import { RateLimiter, type StoreLimits } from './rate-limiter.js';
import { StoreLogins } from './store-logins.js';
import { StoreSessions } from './store-sessions.js';

const MAX_LIMITERS = 100;

/** Opens stores for jobs; all jobs of a store share logins and limits. */
export class Stores {
  readonly #sessions = new StoreSessions();
  readonly #limiters = new LruMap<RateLimiter>(MAX_LIMITERS);

  constructor(
    private readonly settings: StoreSettings,
    private readonly limits: StoreLimits,
    private readonly clock: Clock,
    private readonly logins = new StoreLogins(),
  ) {}

  /** @throws StoreError for types without a driver, scopes that can't be used and addresses that are not allowed */
  async open(connection: JobConnection, signal: AbortSignal): Promise<StoreDriver> {
    const { settings: stores, clock } = this;
    const found = storeAddress(connection, stores);
    const limiter = this.#limiterOf(found);
    const context = { scope: connection.scope, stores, clock, signal, sessions: this.#sessions, limiter };
    const watch = (error: unknown): void =>
      error === null ? this.logins.accepted() : this.logins.failed(found.type, found.address.origin, error);
    return new LimitedStore(await openStore(found, context), limiter, signal, watch);
  }

  /** Ends the sessions at the stores. */
  async end(): Promise<void> {
    await this.#sessions.end();
  }

  /** Returns the rate limiter that all connections of a store share. */
  #limiterOf({ type, address, quota }: StoreAddress): RateLimiter {
    const key = JSON.stringify([type, address.origin, quota]);
    return this.#limiters.getOrAdd(key, () => new RateLimiter(this.limits, this.clock));
  }
}
