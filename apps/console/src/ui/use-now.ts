import { useSyncExternalStore } from 'react';
import { reachability } from '../api/reachability.js';

const SECOND = 1000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let second = Math.floor(Date.now() / SECOND);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, SECOND);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  second = Math.floor(Date.now() / SECOND);
  for (const each of [...listeners]) each();
}

/** Returns the service's time in milliseconds; one timer ticks for the whole page. @param every seconds */
export function useNow(every = 1): number {
  const steps = useSyncExternalStore(subscribe, () => Math.floor(second / every));
  return steps * every * SECOND + reachability.clockAhead();
}
