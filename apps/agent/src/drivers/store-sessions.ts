/** What a driver keeps between jobs: a login, a client. */
export interface StoreSession {
  /** Gives back what was taken, as far as the store answers, and wipes what was held. It never rejects. */
  end(): Promise<void>;
}

/** The sessions of one agent, by driver and place; they live as long as the process works. */
export class StoreSessions {
  readonly #kept = new Map<string, StoreSession>();

  /**
   * The session of this key, begun when it is first asked for.
   * @param key starts with the driver's name: a key has one type of session
   */
  keep<T extends StoreSession>(key: string, begin: () => T): T {
    const kept = this.#kept.get(key) ?? begin();
    this.#kept.set(key, kept);
    return kept as T;
  }

  /** Ends every session. */
  async end(): Promise<void> {
    const kept = [...this.#kept.values()];
    this.#kept.clear();
    await Promise.all(kept.map((session) => session.end()));
  }
}
