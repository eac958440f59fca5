/** Which resource is short. */
export type Overload = 'event_loop' | 'database_pool';

/** How much a process has to do. */
export interface Load {
  /** The delay of the event loop, in milliseconds. */
  readonly lagMs: number;
  /** Callers that wait for a database connection. */
  readonly waiting: number;
  /** The most connections that may be open. */
  readonly connections: number;
}

const MAX_LAG_MS = 250;
/** At a few milliseconds a statement, those at the end of the queue wait for some tens of them. */
const MAX_WAITING_PER_CONNECTION = 5;
/** Hysteresis: what is over its limit stays so until it is at half of it, so that a load near the limit does not flap. */
const RELEASE_AT = 0.5;

/** Returns what a process is overloaded by, given what it was overloaded by until now; null for neither. */
export function overloadOf({ lagMs, waiting, connections }: Load, before: Overload | null): Overload | null {
  const isOver = (reason: Overload, value: number, limit: number): boolean =>
    value > (before === reason ? limit * RELEASE_AT : limit);
  if (isOver('event_loop', lagMs, MAX_LAG_MS)) return 'event_loop';
  const mostWaiting = connections * MAX_WAITING_PER_CONNECTION;
  return isOver('database_pool', waiting, mostWaiting) ? 'database_pool' : null;
}
