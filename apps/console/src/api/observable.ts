/** A value outside of React that components watch with `useSyncExternalStore(store.subscribe, store.get)`. */
export interface Observable<T> {
  readonly get: () => T;
  readonly set: (next: T) => void;
  /** @returns what ends it */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Returns a watched value; setting the same value again tells nobody. */
export function observable<T>(first: T): Observable<T> {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
