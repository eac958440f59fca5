import { setTimeout as sleep } from 'node:timers/promises';
import { CHECKS } from '../../faults/check/checks.js';
import type { Facts } from '../../faults/check/facts.js';
import { allInjected, inTime } from '../../faults/check/full-run.js';
import { keysAcknowledged } from '../../faults/check/service-held.js';
import { endRun } from '../../faults/end-run.js';
import { startFleetOn } from '../../faults/fleet.js';
import { untilWell } from '../../faults/injector.js';
import { Journal } from '../../faults/load/journal.js';
import { Load } from '../../faults/load/load.js';
import { buildPlace } from '../../faults/load/place.js';
import type { Outcome } from '../../faults/outcome.js';
import { eventually } from '../../support/eventually.js';
import { PostgresPair } from './postgres-pair.js';

/** From the promotion until every process is ready and a change was acknowledged. */
const SERVED_WITHIN_MS = 10_000;
const CALM_MS = 2_000;
/** Those are of the faults that `npm run test:faults` injects. */
const NOT_HERE = new Set([allInjected, inTime, keysAcknowledged]);

/** A promise, and sentences that say where it was broken. */
export interface Verdict {
  readonly name: string;
  readonly faults: readonly string[];
}

export interface Run {
  readonly seed: string;
  /** Takes logs and checkpoints. */
  readonly folder: string;
  /** What every process carries in its environment. */
  readonly mark: string;
  readonly say: (line: string) => void;
}

/** Loses the primary so many times under load, each time with a synchronous standby in step. */
export async function runSynchronous(
  { seed, folder, mark, say }: Run,
  failovers: number,
): Promise<Verdict[]> {
  const fleet = await startFleetOn(await PostgresPair.start(folder, true), folder, mark, ['checkpoints']);
  const [journal, outcomes, late] = [new Journal(), [] as Outcome[], [] as string[]];
  try {
    if ((await untilWell(fleet)) === null) throw new Error(`The service did not come up; see ${folder}.`);
    const place = await buildPlace(
      fleet.postgres.url,
      fleet.apis.map((api) => api.url),
    );
    const load = await Load.start(seed, place, journal);
    for (let round = 1; round <= failovers; round += 1) {
      await sleep(CALM_MS);
      await fleet.postgres.failOver();
      const promoted = [Date.now(), journal.now()] as const;
      const changed = await eventually(async () => firstChange(journal, promoted[1]), 'a change', 90_000);
      const wellAfterMs = (await untilWell(fleet)) === null ? null : Date.now() - promoted[0];
      outcomes.push({ round, injections: [], wellAfterMs });
      say(`failover ${round}: a change acknowledged after ${changed} ms, all ready after ${wellAfterMs} ms`);
      const served = Math.max(changed, wellAfterMs ?? Infinity);
      if (served > SERVED_WITHIN_MS) late.push(`failover ${round}: served after ${served} ms`);
      await fleet.postgres.addStandby();
    }
    const [left, proof] = await endRun(fleet, load, place, { folder, mark });
    say(`${journal.calls.length} calls, ${left.events.length} events; ${proof.words}`);
    const facts: Facts = {
      ...{ wanted: failovers, seconds: 0, limitSeconds: 0, calls: journal.calls, outcomes },
      ...left,
    };
    return [
      ...verdictsOn(facts),
      { name: `the service is back within ${SERVED_WITHIN_MS / 1000} s of each promotion`, faults: late },
      { name: 'countersign-verify accepts the audit log', faults: proof.code === 0 ? [] : [proof.words] },
    ];
  } finally {
    await fleet.stop();
  }
}

function verdictsOn(facts: Facts): Verdict[] {
  const checks = Object.entries(CHECKS).filter(([, check]) => !NOT_HERE.has(check));
  return checks.map(([name, check]) => ({ name, faults: check(facts) }));
}

/** Returns after how many milliseconds the first change that was asked for since then was acknowledged; null before that. */
function firstChange({ calls }: Journal, since: number): number | null {
  const answered = calls
    .filter(
      ({ operation, status, atMs }) =>
        operation !== 'read' && status !== null && status < 300 && atMs >= since,
    )
    .map(({ atMs, tookMs }) => atMs + tookMs - since);
  // Zero would read as none yet.
  return answered.length === 0 ? null : Math.max(1, Math.min(...answered));
}
