import { Draws } from './draws.js';

/** What can go wrong, and how often in a bag of injections: the dear ones more seldom. */
const WEIGHTS = {
  'api-kill': 4,
  'api-term': 4,
  'api-freeze': 2,
  'worker-kill': 2,
  'worker-term': 2,
  'worker-freeze': 2,
  'postgres-restart': 2,
  'postgres-crash': 2,
  'postgres-terminate': 4,
  'postgres-locks': 2,
  'postgres-connections': 1,
  'postgres-disk-full': 1,
  'redis-flush': 3,
  'redis-restart': 2,
  'redis-locks': 2,
  'kms-slow': 2,
  'kms-dead': 2,
  'kms-hung': 1,
  'keyed-restart': 2,
} as const;

export type FaultKind = keyof typeof WEIGHTS;
export const FAULT_KINDS = Object.keys(WEIGHTS) as FaultKind[];

/** The tables that a statement of the service can be made to wait for. */
const LOCKED_TABLES = ['sessions', 'access_requests', 'audit_events', 'jobs', 'wraps', 'idempotency_keys'];

/** One injection. `target`: which of the two processes; it means nothing for the other kinds. */
export interface Fault {
  readonly kind: FaultKind;
  readonly target: 0 | 1;
  /** How long after the round began (milliseconds). */
  readonly delayMs: number;
  /** How long what was taken away stays away, in milliseconds. */
  readonly holdMs: number;
  /** Between 0 and 1: how slow, or how many of the connections. */
  readonly degree: number;
  readonly table: string;
}

/** Faults that come together, and the calm after them (milliseconds). */
export interface Round {
  readonly faults: readonly Fault[];
  readonly calmMs: number;
}

/** With fewer than so many left a new bag is poured in. */
const FEW = 20;

/** How many come together, each in another part of the system: mostly several, for each round is waited out to its end. */
const TOGETHER = [1, 2, 3, 4, 4] as const;

/**
 * Returns the whole schedule, decided by the seed alone: every kind in each bag of 42, in drawn order, one to four at once. Of
 * the two api processes one is left alone in each round, and so is one of the workers.
 *
 * @param count how many injections
 */
export function planOf(seed: string, count: number): Round[] {
  const draws = new Draws(`${seed}/plan`);
  const rounds: Round[] = [];
  const bag: FaultKind[] = [];
  for (let left = count; left > 0; left -= rounds.at(-1)!.faults.length) {
    // What is left of a bag is often all of one part: the next one is begun before that.
    if (bag.length < FEW) bag.push(...draws.shuffled(FAULT_KINDS.flatMap(timesItsWeight)));
    const size = draws.oneOf(TOGETHER);
    const kinds = takeApart(bag, Math.min(size, left));
    rounds.push({ faults: kinds.map((kind) => faultOf(draws, kind)), calmMs: draws.between(50, 900) });
  }
  return rounds;
}

/** Returns how many injections a plan holds beyond those wanted, in the place of what is left out or has no effect. */
export function withSpare(wanted: number): number {
  return wanted + Math.max(10, Math.ceil(wanted / 5));
}

function timesItsWeight(kind: FaultKind): FaultKind[] {
  return Array.from({ length: WEIGHTS[kind] }, () => kind);
}

/** Takes up to `size` kinds out of the bag, each of another part of the system; what comes alone, alone. */
function takeApart(bag: FaultKind[], size: number): FaultKind[] {
  if (isAlone(bag[0])) return bag.splice(0, 1);
  const taken: FaultKind[] = [];
  while (taken.length < size) {
    const isApart = (kind: FaultKind): boolean => !taken.some((other) => partOf(other) === partOf(kind));
    const next = bag.findIndex((kind) => isApart(kind) && !isAlone(kind));
    if (next < 0) return taken;
    taken.push(...bag.splice(next, 1));
  }
  return taken;
}

/** Keys are to be acknowledged soon after the database is back, which nothing else can be promised to be. */
function isAlone(kind: FaultKind | undefined): boolean {
  return kind === 'keyed-restart';
}

/** Returns what a kind breaks: api, worker, postgres, redis or kms; keyed is postgres in the middle of keyed calls. */
export function partOf(kind: FaultKind): string {
  return kind.slice(0, kind.indexOf('-'));
}

function faultOf(draws: Draws, kind: FaultKind): Fault {
  return {
    kind,
    target: draws.chance(0.5) ? 1 : 0,
    delayMs: draws.between(0, 1_500),
    holdMs: draws.between(...(HOLDS[kind] ?? ([200, 2_000] as const))),
    degree: draws.next(),
    table: draws.oneOf(LOCKED_TABLES),
  };
}

/** Long enough that callers give up waiting for a connection (5 s) now and then. */
const HOLDS: Partial<Record<FaultKind, readonly [number, number]>> = {
  'postgres-locks': [2_000, 7_000],
  'postgres-connections': [2_000, 6_500],
  'postgres-disk-full': [1_500, 4_000],
  'kms-hung': [3_000, 6_500],
};
