import { LruMap } from './lru-map.js';

/** State that a driver keeps between jobs: a login, a client. */
export interface StoreSession {
  /** Revokes what was issued, if the store responds, and wipes credentials. It never rejects. */
  end(): Promise<void>;
}

/** More than concurrent jobs, so that a session in use is never evicted. */
const MAX_SESSIONS = 100;

/**
 * The sessions of one agent, by driver and address. Limited, because scopes name roles and accounts and can always be new.
 */
export class StoreSessions {
  readonly #kept = new LruMap<StoreSession>(MAX_SESSIONS, (session) => void session.end());

  /**
   * Returns the session of this key, created if there is none.
   * @param key starts with the driver's name, so that a key always has the same type
   */
  keep<T extends StoreSession>(key: string, begin: () => T): T {
    return this.#kept.getOrAdd(key, begin) as T;
  }

  /** Ends every session. */
  async end(): Promise<void> {
    await Promise.all(this.#kept.drain().map((session) => session.end()));
  }
}
