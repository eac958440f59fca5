import { setTimeout as sleep } from 'node:timers/promises';
import type { Fleet } from './fleet.js';
import { inject } from './injection.js';
import { madeIn, type Outcome } from './outcome.js';
import type { KeyedCalls } from './load/keyed-calls.js';
import type { Round } from './plan.js';

/** Within this long after a fault is over everything is ready again, without help. A limit to liveness, not a figure. */
const WELL_WITHIN_MS = 90_000;

/** Injects the rounds of a plan into a fleet, one after the other, and waits after each until the fleet is ready. */
export class Injector {
  readonly outcomes: Outcome[] = [];

  constructor(private readonly fleet: Fleet) {}

  /**
   * @param plan longer than what is wanted: what is left out or has no effect is made up for by what comes next
   * @param until no round starts after this time (milliseconds since the epoch)
   */
  async carryOut(plan: readonly Round[], wanted: number, until: number, keyed: KeyedCalls): Promise<void> {
    for (const [round, { faults, calmMs }] of plan.entries()) {
      const missing = wanted - madeIn(this.outcomes);
      if (missing <= 0 || Date.now() >= until) return;
      const injections = await Promise.all(
        faults.slice(0, missing).map((fault) => inject({ ...this.fleet, keyed }, fault)),
      );
      const wellAfterMs = await this.untilWell();
      this.outcomes.push({ round, injections, wellAfterMs });
      if (wellAfterMs === null) return;
      await sleep(calmMs);
    }
  }

  /** Milliseconds until every process is ready; null when that does not come about in time. */
  untilWell(): Promise<number | null> {
    return untilWell(this.fleet);
  }
}

/** Milliseconds until every process is ready; null when that does not come about in time. */
export async function untilWell({ apis, workers }: Pick<Fleet, 'apis' | 'workers'>): Promise<number | null> {
  const since = Date.now();
  while (Date.now() - since < WELL_WITHIN_MS) {
    const ready = await Promise.all([...apis, ...workers].map((each) => each.isReady()));
    if (ready.every(Boolean)) return Date.now() - since;
    await sleep(100);
  }
  return null;
}
