/** The overloaded resource. */
export type Overload = 'event_loop' | 'database_pool';

/** The sustained load of a process. */
export interface Load {
  /** The delay of the event loop, in milliseconds. */
  readonly lagMs: number;
  /** Maximum delay; 0 for none. */
  readonly maxLagMs: number;
  /** Number of callers waiting for a database connection. */
  readonly waiting: number;
  /** Maximum number of connections. */
  readonly connections: number;
}

/** At a few milliseconds per statement, the last in the queue waits for some tens of milliseconds. */
const MAX_WAITING_PER_CONNECTION = 5;
/** Hysteresis: an overload lasts until the load is at half the limit, so that it does not flap. */
const RELEASE_AT = 0.5;

/** Returns the overloaded resource given the previous one; null for none. */
export function overloadOf(load: Load, before: Overload | null): Overload | null {
  const { lagMs, maxLagMs, waiting, connections } = load;
  const isOver = (reason: Overload, value: number, limit: number): boolean =>
    value > (before === reason ? limit * RELEASE_AT : limit);
  if (maxLagMs > 0 && isOver('event_loop', lagMs, maxLagMs)) return 'event_loop';
  const maxWaiting = connections * MAX_WAITING_PER_CONNECTION;
  return isOver('database_pool', waiting, maxWaiting) ? 'database_pool' : null;
}
