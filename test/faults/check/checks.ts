import { nothingLost } from './acknowledged.js';
import { deliveriesRecorded, nothingTwice, valuesRight } from './delivered-once.js';
import { jobsDoneOnce, keysMakeOne, tokensEnrollOne } from './done-once.js';
import { everyChangeRecorded } from './every-change-recorded.js';
import type { Check, Facts } from './facts.js';
import { allInjected, inTime, loadWasWhole } from './full-run.js';
import { everyJobTransitionLegal, everyTransitionLegal } from './legal-transitions.js';
import { alwaysBack, keysAcknowledged, onlyKnownRefusals, processesEndWell } from './service-held.js';

/** Everything that holds after a run, whatever was broken in it. */
export const CHECKS: Readonly<Record<string, Check>> = {
  'no value was delivered twice': nothingTwice,
  'every delivery is recorded, and every consumed wrap is one': deliveriesRecorded,
  'every value is the right one': valuesRight,
  'nothing that was acknowledged is lost': nothingLost,
  'every transition is legal, and terminal states are final': everyTransitionLegal,
  'every transition of a job is legal, and attempts count up by one': everyJobTransitionLegal,
  'every change has its audit event, and every event its change': everyChangeRecorded,
  'one idempotency key made one thing': keysMakeOne,
  'every key is acknowledged within 10 s of the return of the database': keysAcknowledged,
  'each job was done once, and none is left': jobsDoneOnce,
  'one token enrolled one agent': tokensEnrollOne,
  'no 5xx but 503, nothing unforeseen in the logs': onlyKnownRefusals,
  'the service came back after each fault': alwaysBack,
  'processes ended as they should, none is left over': processesEndWell,
  'the load did what it is for': loadWasWhole,
  'all injections were made, each with an effect': allInjected,
  'the run took no longer than it may': inTime,
};

/** Returns what each check says of the facts. */
export function checkAll(facts: Facts): { readonly name: string; readonly faults: string[] }[] {
  return Object.entries(CHECKS).map(([name, check]) => ({ name, faults: check(facts) }));
}
