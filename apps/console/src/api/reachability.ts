import { observable } from './observable.js';

const lostSince = observable<Date | null>(null);
let lostAt = -Infinity;
let sessionMovedAt = performance.now();
let clockAheadMs = 0;

/** Whether the service is reachable, and its clock. */
export const reachability = {
  /** Since when it is unreachable; null while it is reachable. */
  lostSince,
  lost(): void {
    if (lostSince.get() !== null) return;
    lostAt = performance.now();
    lostSince.set(new Date());
  },
  /**
   * @param sentAt when the call was sent: its response may have taken long, and tells nothing of what came after that
   * @param movedSession whether the call has put off the session's idle end
   */
  found(response: Response, sentAt: number, movedSession: boolean): void {
    if (sentAt >= lostAt) lostSince.set(null);
    if (movedSession) sessionMovedAt = Math.max(sessionMovedAt, sentAt);
    const date = Date.parse(response.headers.get('date') ?? '');
    // Date has whole seconds: less than that is no difference.
    if (!Number.isNaN(date)) clockAheadMs = Math.abs(date - Date.now()) > 2000 ? date - Date.now() : 0;
  },
  /** When a call last put off the session's idle end, on the clock of `performance.now()`. */
  sessionMovedAt: (): number => sessionMovedAt,
  /** Milliseconds by which the service's clock is ahead of this machine's. */
  clockAhead: (): number => clockAheadMs,
};
