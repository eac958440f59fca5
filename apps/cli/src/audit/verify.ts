import { dataOf } from '#client';
import { checkpointText, type NoteVerifier, type TreeHead } from '#libs/merkle-log';
import type { Cli } from '../cli.js';
import { CliError, EXIT } from '../exit.js';
import { type AuditEvent, type CheckedEvents, checkEvents } from './check-events.js';
import { checkConsistency } from './check-consistency.js';
import { checkSpan } from './check-span.js';
import { eventsOf } from './events.js';
import { headIn } from './log-key.js';
import { keptCheckpoint } from './kept-checkpoints.js';

/** Proofs per call, the service's maximum. */
const AT_ONCE = 100;
/** Maximum number of listed faults. */
const TOLD = 20;

export interface Verdict {
  readonly verified: boolean;
  readonly events: number;
  readonly not_sealed: number;
  readonly tree_size: number | null;
  /** How the log continues the kept checkpoint; null without one. */
  readonly growth: string | null;
  readonly faults: readonly string[];
}

type Checked = Omit<CheckedEvents, 'head'> & {
  /** The trees that the proofs are of, each once. */
  readonly heads: readonly TreeHead[];
};

/** Verifies one event. @throws CliError (not found) */
export async function verifyEvent(
  cli: Cli,
  id: string,
  verifiers: readonly NoteVerifier[],
  kept: string | null,
): Promise<Verdict> {
  const proofs = await dataOf(cli.api.POST('/api/v1/audit-events/proofs', { body: { ids: [id] } }));
  const [proof] = proofs.events;
  if (!proof && proofs.not_sealed.length === 0) throw new CliError(EXIT.notFound, `There is no event ${id}.`);
  if (!proof) throw new CliError(EXIT.usage, 'The event is not sealed yet: try again in some seconds.');
  const event = await eventOf(cli, proof.leaf, id);
  return verdictOf(cli, sumOf([checkEvents([event], proofs, verifiers)]), [], verifiers, kept);
}

/** Returns the service's row of a sealed event, found by the time in its leaf. */
async function eventOf(cli: Cli, leaf: string, id: string): Promise<AuditEvent> {
  const { occurred_at: at } = JSON.parse(Buffer.from(leaf, 'base64').toString()) as { occurred_at: string };
  const ms = Date.parse(at);
  const span = { since: new Date(ms - 1).toISOString(), until: new Date(ms + 2).toISOString() };
  for await (const event of eventsOf(cli.api, span)) if (event.id === id) return event;
  throw new CliError(EXIT.notVerified, `The log has sealed ${id} at ${at}, and the list has no such event.`);
}

/** Verifies every event of a span of time. */
export async function verifySpan(
  cli: Cli,
  span: { readonly since: string; readonly until?: string },
  verifiers: readonly NoteVerifier[],
  kept: string | null,
): Promise<Verdict> {
  const events: AuditEvent[] = [];
  for await (const event of eventsOf(cli.api, span)) events.push(event);
  const parts: CheckedEvents[] = [];
  for (let at = 0; at < events.length; at += AT_ONCE)
    parts.push(await checkPart(cli, events.slice(at, at + AT_ONCE), verifiers));
  const sum = sumOf(parts);
  const until = span.until === undefined ? Infinity : Date.parse(span.until);
  const more = (await seesAll(cli)) ? checkSpan(sum.events, Date.parse(span.since), until) : [];
  return verdictOf(cli, sum, more, verifiers, kept);
}

/** Returns whether the caller may read the whole log: only then are gaps visible. */
async function seesAll({ api }: Cli): Promise<boolean> {
  const { permissions } = await dataOf(api.GET('/api/v1/users/me'));
  return permissions.some(
    ({ permission, scope }) => permission === 'audit.read' && Object.keys(scope).length === 0,
  );
}

async function checkPart(
  cli: Cli,
  events: readonly AuditEvent[],
  verifiers: readonly NoteVerifier[],
): Promise<CheckedEvents> {
  const body = { ids: events.map(({ id }) => id) };
  const proofs = await dataOf(cli.api.POST('/api/v1/audit-events/proofs', { body }));
  return checkEvents(events, proofs, verifiers);
}

function sumOf(parts: readonly CheckedEvents[]): Checked {
  const heads = parts.flatMap(({ head }) => (head ? [[checkpointText(head), head] as const] : []));
  return {
    proved: parts.reduce((sum, { proved }) => sum + proved, 0),
    notSealed: parts.reduce((sum, { notSealed }) => sum + notSealed, 0),
    faults: parts.flatMap(({ faults }) => faults),
    events: parts.flatMap(({ events }) => events),
    heads: [...new Map(heads).values()],
  };
}

/**
 * The log grows while it is read. Returns the largest tree, which contains all others unchanged; null without any. Otherwise
 * the proofs could be of several logs, of which only one continues the kept checkpoint.
 * @throws CliError (not verified)
 */
async function newestOf({ api }: Cli, heads: readonly TreeHead[]): Promise<TreeHead | null> {
  const [newest = null, ...others] = [...heads].sort((one, other) => other.treeSize - one.treeSize);
  if (newest) for (const other of others) await checkConsistency(api, other, newest);
  return newest;
}

async function verdictOf(
  cli: Cli,
  { proved, notSealed, faults, heads }: Checked,
  more: readonly string[],
  verifiers: readonly NoteVerifier[],
  kept: string | null,
): Promise<Verdict> {
  const note = kept === null ? null : await keptCheckpoint(kept);
  if (kept !== null && note === null)
    throw new CliError(EXIT.usage, `No checkpoint was kept in ${kept}: countersign audit checkpoint --save.`);
  const head = await newestOf(cli, heads);
  const growth = note && head ? await checkConsistency(cli.api, headIn(note, verifiers), head) : null;
  const all = [...faults, ...more];
  return {
    ...{ verified: all.length === 0, events: proved, not_sealed: notSealed },
    ...{ tree_size: head?.treeSize ?? null, growth, faults: all.slice(0, TOLD) },
  };
}
