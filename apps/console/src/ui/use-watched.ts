import { useSyncExternalStore } from 'react';
import type { Watched } from '../api/watched.js';

/** Returns a watched value, and renders again when it changes. */
export function useWatched<T>(value: Watched<T>): T {
  return useSyncExternalStore(value.subscribe, value.get);
}
