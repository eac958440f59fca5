import type { Cli } from '../cli.js';
import { CliError, EXIT } from '../exit.js';
import { plainLine } from '../terminal/plain-text.js';
import { executePlan } from './execute-plan.js';
import { exported } from './export.js';
import { KIND_NAMES, type KindName } from './kind.js';
import { isRemoval } from './plan.js';
import { prepare, type Prepared } from './prepare.js';
import { assertSaved, readPlan, savedPlanOf, writePlan } from './saved-plan.js';
import { schemaOf } from './schema.js';
import { coloured, headOf, linesOf, looseningLines, NEVER_PRUNED } from './plan-text.js';
import { snapshotOf } from './snapshot.js';
import { scopeOfKinds } from './snapshot-scope.js';

export interface PlanOptions {
  readonly file: readonly string[];
  readonly prune?: boolean;
  readonly planOut?: string;
  readonly detailedExitcode?: boolean;
}

export interface ApplyOptions extends Omit<PlanOptions, 'detailedExitcode'> {
  readonly plan?: string;
  readonly allowLoosening?: boolean;
}

/** Prints what apply would change. @throws CliError; ApiError */
export async function plan(cli: Cli, options: PlanOptions): Promise<void> {
  const prepared = await planned(cli, options);
  await show(cli, prepared);
  assertPossible(prepared);
  if (prepared.loosenings.length > 0) cli.terminal.say('apply refuses this without --allow-loosening.');
  if (options.detailedExitcode === true && prepared.plan.changes.length > 0)
    process.exitCode = EXIT.hasChanges;
}

async function planned(
  cli: Cli,
  { file, prune = false, planOut }: PlanOptions,
): Promise<Prepared & { id: string }> {
  const prepared = await prepare(cli, file, prune);
  const saved = savedPlanOf(prepared.plan, cli.server);
  if (planOut !== undefined) writePlan(planOut, saved);
  if (prune) cli.terminal.say(NEVER_PRUNED);
  return { ...prepared, id: saved.id };
}

async function show(cli: Cli, { plan: { changes, refusals }, loosenings }: Prepared): Promise<void> {
  if (!cli.printer.forPrograms) {
    const lines = [...linesOf({ changes, refusals }), ...looseningLines(loosenings)];
    const shown = lines.map(plainLine).map((line) => (cli.colours ? coloured(line) : line));
    return cli.terminal.write(shown.map((line) => `${line}\n`).join(''));
  }
  const said = changes.map(({ action: what, kind, label, fields }) => ({
    action: what,
    kind,
    name: label,
    fields,
  }));
  await cli.printer.document({ changes: said, refusals, loosenings });
}

/** @throws CliError (usage) for what the service never does */
function assertPossible({ plan: { refusals } }: Prepared): void {
  if (refusals.length > 0)
    throw new CliError(EXIT.usage, 'The files want what can’t be done; nothing is written.', refusals);
}

/** Makes the service match the files. @throws CliError; ApiError */
export async function apply(cli: Cli, options: ApplyOptions): Promise<void> {
  // Goes on without its output, rather than end between two writes.
  let lost: NodeJS.ErrnoException | null = null;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => (lost ??= error));
  const prepared = await planned(cli, options);
  const { plan: toDo, loosenings, snapshot } = prepared;
  await show(cli, prepared);
  assertPossible(prepared);
  const saved = options.plan === undefined ? null : readPlan(options.plan);
  if (saved !== null) assertSaved(saved, toDo, cli.server);
  if (toDo.changes.length === 0) return assertWritten(lost);
  if (loosenings.length > 0 && options.allowLoosening !== true)
    throw new CliError(EXIT.forbidden, 'Refused without --allow-loosening; nothing was written.');
  const removals = toDo.changes.filter(isRemoval).length;
  if (removals > 0) await cli.terminal.confirm(`Remove or archive ${removals} of them?`, cli.yes);
  const all = toDo.changes.length;
  await executePlan(cli, toDo, snapshot, saved?.id ?? prepared.id, (change, done) =>
    cli.terminal.say(plainLine(`${done}/${all} ${headOf(change)}`)),
  );
  assertWritten(lost);
}

/** A closed pipe (`| head`) is not a failure. @throws CliError */
function assertWritten(lost: NodeJS.ErrnoException | null): void {
  if (lost !== null && lost.code !== 'EPIPE')
    throw new CliError(EXIT.failed, `All is applied, but the output could not be written: ${lost.message}.`);
}

/** Prints the service's objects as documents. @throws CliError; ApiError */
export async function exportDocuments(cli: Cli, { kind }: { readonly kind?: string }): Promise<void> {
  const kinds = kind === undefined ? KIND_NAMES : kind.split(',').map(kindNamed);
  const { yaml, notes } = exported({ kinds, snapshot: await snapshotOf(cli, scopeOfKinds(kinds)) });
  cli.terminal.write(yaml);
  for (const note of notes) cli.terminal.warn(note);
}

/** Prints the JSON Schema of one kind of document, or of all. @throws CliError (usage) */
export async function printSchema(cli: Cli, kind: string | undefined): Promise<void> {
  await cli.printer.document(schemaOf(kind === undefined ? null : kindNamed(kind)));
}

/** @throws CliError (usage) */
function kindNamed(given: string): KindName {
  const found = KIND_NAMES.find((kind) => kind.toLowerCase() === given.trim().toLowerCase());
  if (found === undefined)
    throw new CliError(EXIT.usage, `There is no kind ${given}. Known: ${KIND_NAMES.join(', ')}.`);
  return found;
}
