import { join } from 'node:path';
import { type AuditProof, proveAudit } from './audit-proof.js';
import type { Facts } from './check/facts.js';
import type { Fleet, FleetDatabase } from './fleet.js';
import type { Load } from './load/load.js';
import type { Place } from './load/place.js';
import { complaintsIn, loadEvents, loadTables, untilQueueEmpty } from './load-facts.js';
import { processesMarked } from './postgres-under-fire.js';

/** What the run left: rows, audit events, and how the processes ended. */
export type LeftFacts = Pick<Facts, 'tables' | 'events' | 'exits' | 'orphans' | 'complaints'>;

/**
 * Ends the load, proves the audit log, stops every process and reads what the run left.
 *
 * @param folder where logs and checkpoints are
 * @param mark what every process carries in its environment
 */
export async function endRun(
  fleet: Fleet<FleetDatabase>,
  load: Load,
  place: Place,
  { folder, mark }: { readonly folder: string; readonly mark: string },
): Promise<[LeftFacts, AuditProof]> {
  await load.stopPeople();
  await untilQueueEmpty(fleet.postgres);
  await load.stopAgents();
  const proof = await proveAudit(fleet, place, folder);
  // Nothing writes any more when rows and events are compared.
  await fleet.retire();
  const tables = await loadTables(fleet.postgres, place.plantedSessions);
  const events = await loadEvents(fleet.postgres);
  await fleet.stop();
  const processes = [...fleet.apis, ...fleet.workers];
  const left = {
    tables,
    events,
    exits: processes.flatMap((each) => each.exits),
    orphans: await processesMarked(mark),
    complaints: complaintsIn(processes.map(({ name }) => join(folder, `${name}.log`))),
  };
  return [left, proof];
}
