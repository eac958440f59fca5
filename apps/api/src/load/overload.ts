/** What there is too much of. */
export type Overload = 'event_loop' | 'database_pool';

/** How much a process has to do. */
export interface Load {
  /** How much later than due the event loop comes to what it has to do. */
  readonly lagMs: number;
  /** Callers that wait for a database connection. */
  readonly waiting: number;
  /** The most connections that may be open. */
  readonly connections: number;
}

const MOST_LAG_MS = 250;
/** At a few milliseconds a statement, those at the end of the queue wait for some tens of them. */
const MOST_WAITING_PER_CONNECTION = 5;
/** What is over its limit stays so until it is at half of it: a load near the limit does not flap. */
const RELIEF = 0.5;

/** What a process is overloaded by, given what it was overloaded by until now; null for neither. */
export function overloadOf({ lagMs, waiting, connections }: Load, before: Overload | null): Overload | null {
  const isOver = (reason: Overload, value: number, limit: number): boolean =>
    value > (before === reason ? limit * RELIEF : limit);
  if (isOver('event_loop', lagMs, MOST_LAG_MS)) return 'event_loop';
  const mostWaiting = connections * MOST_WAITING_PER_CONNECTION;
  return isOver('database_pool', waiting, mostWaiting) ? 'database_pool' : null;
}
