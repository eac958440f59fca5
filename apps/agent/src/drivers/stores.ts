import type { StoreSettings } from '../config/store-settings.js';
import type { JobConnection } from '../control-plane/job.js';
import type { Pacing } from '../pacing.js';
import type { AllowedAddress } from './allowed-address.js';
import { openStore } from './open-store.js';
import { GatedStore } from './gated-store.js';
import { LruMap } from './lru-map.js';
import { storeAddress } from './store-address.js';
import type { StoreDriver } from './store-driver.js';
import { StoreGate, type StoreLimits } from './store-gate.js';
import { StoreLogins } from './store-logins.js';
import { StoreSessions } from './store-sessions.js';

const MOST_GATES = 100;

/** Opens stores for jobs; logins and limits are shared by all jobs of a store. */
export class Stores {
  readonly #sessions = new StoreSessions();
  readonly #gates = new LruMap<StoreGate>(MOST_GATES);

  constructor(
    private readonly settings: StoreSettings,
    private readonly limits: StoreLimits,
    private readonly pacing: Pacing,
    private readonly logins = new StoreLogins(),
  ) {}

  /** @throws StoreError for types without a driver, scopes that can't be used and addresses that are not allowed */
  async open(connection: JobConnection, signal: AbortSignal): Promise<StoreDriver> {
    const { settings: stores, pacing } = this;
    const { address, quota } = storeAddress(connection, this.settings);
    const gate = this.#gateOf(connection.type, address, quota);
    const context = { scope: connection.scope, stores, pacing, signal, sessions: this.#sessions, gate };
    const watch = (error: unknown): void =>
      error === null ? this.logins.accepted() : this.logins.failed(connection.type, address.origin, error);
    return new GatedStore(await openStore(connection.type, context), gate, signal, watch);
  }

  /** Ends the sessions at the stores. */
  async end(): Promise<void> {
    await this.#sessions.end();
  }

  /** Returns the gate that connections of one store share. */
  #gateOf(type: string, { origin }: AllowedAddress, quota: string | null): StoreGate {
    const key = JSON.stringify([type, origin, quota]);
    return this.#gates.getOrAdd(key, () => new StoreGate(this.limits, this.pacing));
  }
}
