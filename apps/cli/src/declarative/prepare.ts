import type { Cli } from '../cli.js';
import { CliError, EXIT } from '../exit.js';
import { looseningsBy } from './loosenings-by.js';
import { readDocuments } from './files.js';
import type { Loosening } from './loosening.js';
import { nameFaults } from './names.js';
import { type Plan, planOf, type Snapshot } from './plan.js';
import { snapshotOf } from './snapshot.js';
import { scopeForPlan } from './snapshot-scope.js';

/** A plan, the snapshot it is based on, and its effects. */
export interface Prepared {
  readonly plan: Plan;
  readonly snapshot: Snapshot;
  readonly loosenings: readonly Loosening[];
}

/**
 * Compares files with the service.
 * @throws CliError (usage) for faults in the files; (not found) for unknown or ambiguous names; ApiError
 */
export async function prepare(cli: Cli, files: readonly string[], prune: boolean): Promise<Prepared> {
  const documents = await readDocuments(files);
  const snapshot = await snapshotOf(cli, scopeForPlan(documents, prune));
  const faults = nameFaults(documents, snapshot);
  if (faults.length > 0) {
    const lines = faults.flatMap(({ position, message, candidates }) => [
      `${position} ${message}`,
      ...candidates.map((id) => `  ${id}`),
    ]);
    throw new CliError(EXIT.notFound, 'Some names do not name one object.', lines);
  }
  const plan = planOf(documents, snapshot, prune);
  return { plan, snapshot, loosenings: await looseningsBy(cli, plan.changes) };
}
