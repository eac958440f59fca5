import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { CliError, EXIT, reasonOf } from '../exit.js';
import type { Change, Plan } from './plan.js';

/** A saved plan, so that exactly what was reviewed is applied. */
export interface SavedPlan {
  readonly id: string;
  readonly server: string;
  /** A digest for each change, of its effect and of the observed object. */
  readonly changes: readonly string[];
}

const FORM = 'countersign-plan/v1';

/** Returns a plan in its stored form. It contains names of objects and members, and no values; it can't be edited. */
export function savedPlanOf({ changes }: Plan, server: string): SavedPlan {
  return { id: randomUUID(), server, changes: changes.map(digestOf) };
}

/** Replaces an earlier plan. @throws CliError (usage) where the file can't be written */
export function writePlan(file: string, plan: SavedPlan): void {
  try {
    writeFileSync(file, `${JSON.stringify({ form: FORM, ...plan }, null, 2)}\n`, { mode: 0o600 });
  } catch (error) {
    throw new CliError(EXIT.usage, `${file} can't be written: ${reasonOf(error)}`);
  }
}

/** @throws CliError (usage) for a file that is no plan */
export function readPlan(file: string): SavedPlan {
  try {
    const plan = JSON.parse(readFileSync(file, 'utf8')) as SavedPlan & { form?: unknown };
    if (plan.form === FORM && Array.isArray(plan.changes)) return plan;
  } catch (error) {
    throw new CliError(EXIT.usage, `${file} is no plan: ${reasonOf(error)}`);
  }
  throw new CliError(EXIT.usage, `${file} is no plan of this command.`);
}

/**
 * Checks that a plan equals the saved one, or its remainder after an interrupted run.
 * @throws CliError (conflict) if it would do something else
 */
export function assertSaved(saved: SavedPlan, { changes }: Plan, server: string): void {
  if (saved.server !== server) throw new CliError(EXIT.conflict, `That plan is for ${saved.server}.`);
  const known = new Set(saved.changes);
  const others = changes.filter((change) => !known.has(digestOf(change)));
  if (others.length === 0) return;
  const lines = others.map(({ action, kind, label }) => `${action} ${kind} ${label}`);
  throw new CliError(
    EXIT.conflict,
    'Something changed since that plan was made. Nothing was written; plan again.',
    lines,
  );
}

function digestOf({ action, kind, key, fields, spec, managedBy, observed }: Change): string {
  const made = [action, kind, key, fields, spec, managedBy, observed?.id, observed?.row['updated_at']];
  return createHash('sha256').update(JSON.stringify(made)).digest('hex');
}
