/** Seconds between two calls, while the query is younger than that many seconds. */
type Step = readonly [youngerThan: number, seconds: number];
const LONGEST_WAIT_SECONDS = 60;
const firstSeen = new WeakMap<object, number>();

/** The polling intervals of what is on the screen. */
const POLL_INTERVALS = {
  pendingRequest: [
    [120, 5],
    [600, 15],
    [Infinity, 30],
  ],
  approvedRequest: [
    [60, 2],
    [Infinity, 10],
  ],
  counts: [[Infinity, 30]],
  lists: [[Infinity, 20]],
  agents: [[Infinity, 20]],
  running: [[Infinity, 3]],
  tail: [[Infinity, 5]],
  /** The worker seals about once a second; a log without a signing key never. */
  sealing: [
    [20, 2],
    [Infinity, 60],
  ],
} as const satisfies Record<string, readonly Step[]>;

/** What is read of a query of TanStack Query. */
interface Polled {
  readonly state: { readonly status: string; readonly errorUpdateCount: number };
}

/**
 * Returns Query's `refetchInterval` in milliseconds: by these steps, give or take a tenth, slower while the service
 * fails; false for a null name. Nothing is polled while the person is away (query-client.ts).
 */
export function pollInterval(query: Polled, name: keyof typeof POLL_INTERVALS | null): number | false {
  if (name === null) return false;
  const began = firstSeen.get(query) ?? performance.now();
  firstSeen.set(query, began);
  const age = (performance.now() - began) / 1000;
  const steps: readonly Step[] = POLL_INTERVALS[name];
  const seconds = steps.find(([youngerThan]) => age < youngerThan)?.[1] ?? LONGEST_WAIT_SECONDS;
  const backOff = query.state.status === 'error' ? 2 ** Math.min(query.state.errorUpdateCount, 6) : 1;
  return Math.min(seconds * backOff, LONGEST_WAIT_SECONDS) * 1000 * (0.9 + Math.random() * 0.2);
}
