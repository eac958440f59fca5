import { observable } from './observable.js';

const lostSince = observable<Date | null>(null);
let sessionMovedAt = performance.now();
let clockAheadMs = 0;

/** Whether the service is reachable, and its clock. */
export const reachability = {
  /** Since when it is unreachable; null while it is reachable. */
  lostSince,
  lost(): void {
    if (lostSince.get() === null) lostSince.set(new Date());
  },
  /** @param movedAt when the call was sent, if it has put off the session's idle end; its response may have taken long */
  found(response: Response, movedAt: number | null): void {
    lostSince.set(null);
    if (movedAt !== null) sessionMovedAt = Math.max(sessionMovedAt, movedAt);
    const date = Date.parse(response.headers.get('date') ?? '');
    // Date has whole seconds: less than that is no difference.
    if (!Number.isNaN(date)) clockAheadMs = Math.abs(date - Date.now()) > 2000 ? date - Date.now() : 0;
  },
  /** When a call last put off the session's idle end, on the clock of `performance.now()`. */
  sessionMovedAt: (): number => sessionMovedAt,
  /** Milliseconds by which the service's clock is ahead of this machine's. */
  clockAhead: (): number => clockAheadMs,
};
