import { LruMap } from './lru-map.js';

/** What a driver keeps between jobs: a login, a client. */
export interface StoreSession {
  /** Gives back what was taken, as far as the store answers, and wipes what was held. It never rejects. */
  end(): Promise<void>;
}

/** More than jobs at the same time: what a job is using is not among the oldest. */
const MAX_SESSIONS = 100;

/** The sessions of one agent, by driver and place: scopes name roles and accounts, so that there may be ever new ones. */
export class StoreSessions {
  readonly #kept = new LruMap<StoreSession>(MAX_SESSIONS, (session) => void session.end());

  /**
   * Returns the session of this key, begun when there is none.
   * @param key starts with the driver's name: a key has one type of session
   */
  keep<T extends StoreSession>(key: string, begin: () => T): T {
    return this.#kept.getOrAdd(key, begin) as T;
  }

  /** Ends every session. */
  async end(): Promise<void> {
    await Promise.all(this.#kept.drain().map((session) => session.end()));
  }
}
