import { useSyncExternalStore } from 'react';
import type { Observable } from '../api/observable.js';

/** Returns a watched value, and renders again when it changes. */
export function useObservable<T>(value: Observable<T>): T {
  return useSyncExternalStore(value.subscribe, value.get);
}
