import { useEffect, useRef, useState } from 'react';
import { meQuery } from '../api/queries/me.js';
import { queryClient } from '../api/query-client.js';

const PREFIX = 'countersign.typed ';
let isKeeping = true;

/** Returns what was typed here when the browser threw the page away; undefined unless the same person typed it. */
export function persistedInput<T>(name: string): T | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null') as { by: string; typed: T } | null;
    return kept !== null && kept.by === personId() ? kept.typed : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keeps what is typed for this tab while the page is in the background, where a phone may throw it away, and across a sign-in
 * that takes the page's place. Never for values of secrets: nothing in src/secret may use it.
 *
 * @param name of the field or form, on this page
 * @param read returns what is typed; undefined for nothing
 */
export function usePersistedInput(name: string, read: () => unknown): void {
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  useEffect(() => {
    const key = keyOf(name);
    const drop = (): void => sessionStorage.removeItem(key);
    const keep = (): void => {
      const typed = latest.current();
      if (isKeeping && typed !== undefined)
        sessionStorage.setItem(key, JSON.stringify({ by: personId(), typed }));
    };
    const turn = (): void => (document.visibilityState === 'hidden' ? keep() : drop());
    drop();
    document.addEventListener('visibilitychange', turn);
    window.addEventListener('pagehide', keep);
    return () => {
      document.removeEventListener('visibilitychange', turn);
      window.removeEventListener('pagehide', keep);
      drop();
    };
  }, [name]);
}

/** Holds what is typed, as `useState` does, and keeps it where it differs from what it began with. */
export function usePersistedState<T>(
  name: string,
  first: () => T,
): [T, (next: T | ((before: T) => T)) => void] {
  const [begun] = useState(first);
  const [typed, setTyped] = useState(() => persistedInput<T>(name) ?? begun);
  usePersistedInput(name, () => (JSON.stringify(typed) === JSON.stringify(begun) ? undefined : typed));
  return [typed, setTyped];
}

/** Forgets all of it, before the person signs out. */
export function clearPersistedInput(): void {
  isKeeping = false;
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}

/** The address is written in more than one way: `/` in a reference is escaped or not. */
function keyOf(name: string): string {
  const search = new URLSearchParams(location.search);
  search.sort();
  return `${PREFIX}${location.pathname}?${search} ${name}`;
}

function personId(): string | undefined {
  return queryClient.getQueryData(meQuery.queryKey)?.id;
}
