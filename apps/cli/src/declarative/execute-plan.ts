import { createHash } from 'node:crypto';
import { ApiError } from '#client';
import { callAt } from '../api/call-at.js';
import type { Cli } from '../cli.js';
import { CliError, EXIT, failureOf } from '../exit.js';
import { addressOf, type Call, callsAfterCreation, callsOf, type IdOf } from './calls.js';
import { keyOf } from './kind.js';
import { idsByKey } from './names.js';
import type { Change, Plan, Snapshot } from './plan.js';

interface Answer {
  readonly data: unknown;
  readonly version: string | null;
}

/** Called after each completed change. */
export type Progress = (change: Change, done: number) => void;

/**
 * Carries out a plan, one call after the other. Before the first write it reads every object to be changed again: if one
 * differs from the plan, nothing is written.
 * @param planId makes the idempotency keys of the creations
 * @throws CliError (conflict) for a stale plan; for an error between two writes, with what is done
 */
export async function executePlan(
  cli: Cli,
  plan: Plan,
  snapshot: Snapshot,
  planId: string,
  progress: Progress,
): Promise<void> {
  const ids = new Map([...idsByKey(snapshot)].map(([key, [id]]) => [key, id!]));
  const idOf: IdOf = (to, identity) => {
    const id = ids.get(`${to} ${keyOf(identity)}`);
    if (id === undefined)
      throw new CliError(EXIT.notFound, `There is no ${to} ${identity.join('/')} any more.`);
    return id;
  };
  const versions = await versionsOf(cli, plan.changes, idOf);
  let done = 0;
  for (const change of plan.changes) {
    try {
      const id = await make(cli, change, versions, idOf, keyFor(planId, change));
      if (id !== null) ids.set(`${change.kind} ${change.key}`, id);
    } catch (error) {
      throw interrupted(error, change, done, plan.changes.length);
    }
    done += 1;
    progress(change, done);
  }
}

/** Returns the versions that the plan is based on, by the objects' ids. */
async function versionsOf(cli: Cli, changes: readonly Change[], idOf: IdOf): Promise<Map<string, string>> {
  const versions = new Map<string, string>();
  for (const change of changes) {
    const address = addressOf(change, idOf);
    if (change.observed === null || address === null) continue;
    const { data, version } = await read(cli, address);
    const row = ((data as { rule?: unknown } | null)?.rule ?? data) as { updated_at?: unknown } | null;
    if (row?.updated_at !== change.observed.row['updated_at'])
      throw new CliError(
        EXIT.conflict,
        `${change.kind} ${change.label} changed after it was read. Nothing was written; plan again.`,
      );
    if (version !== null) versions.set(change.observed.id, version);
  }
  return versions;
}

async function read(cli: Cli, address: string): Promise<Answer> {
  try {
    return await send(cli, 'GET', address);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    return { data: null, version: null };
  }
}

/** Returns the id of the created object; null for other changes. */
async function make(
  cli: Cli,
  change: Change,
  versions: Map<string, string>,
  idOf: IdOf,
  key: string,
): Promise<string | null> {
  const at = change.observed?.id ?? change.key;
  const run = async (call: Call, address: string | null): Promise<Answer> => {
    // No version is known yet of an object that this plan has created.
    const known =
      versions.get(at) ?? (call.versioned && address ? (await send(cli, 'GET', address)).version : null);
    const answer = await send(cli, call.method, call.path, call.body, headersOf(call, known, key));
    // The next call to the same object expects the version that this one returned.
    if (answer.version !== null) versions.set(at, answer.version);
    return answer;
  };
  let made: string | null = null;
  // The archived object may have been created by this plan.
  const placed = change.action === 'update' && change.observed === null ? withId(change, idOf) : change;
  const address = addressOf(placed, idOf);
  for (const call of callsOf(placed, idOf)) {
    const { data } = await run(call, address);
    if (change.action === 'create') made = (data as { id?: string } | undefined)?.id ?? null;
  }
  if (made !== null) for (const call of callsAfterCreation(change, made, idOf)) await run(call, call.path);
  return made;
}

function withId(change: Change, idOf: IdOf): Change {
  const id = idOf(change.kind, change.identity);
  const { kind, identity, key, label } = change;
  const observed = {
    kind,
    identity,
    key,
    label,
    id,
    name: '',
    spec: {},
    managedBy: null,
    system: false,
    row: { id },
  };
  return { ...change, observed };
}

function headersOf({ method, versioned }: Call, version: string | null, key: string): Record<string, string> {
  if (method === 'POST') return { 'Idempotency-Key': key };
  return versioned && version !== null ? { 'If-Match': version } : {};
}

const keyFor = (planId: string, { kind, key }: Change): string =>
  createHash('sha256')
    .update(JSON.stringify([planId, kind, key]))
    .digest('hex');

async function send(
  cli: Cli,
  method: Call['method'] | 'GET',
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const init = body === undefined ? { headers } : { body, headers };
  const { data, error, response } = await callAt(cli.api, method, path, init);
  if (!response.ok) throw new ApiError(response, error);
  return { data, version: response.headers.get('etag') };
}

function interrupted(error: unknown, { kind, label, action }: Change, done: number, all: number): CliError {
  const { exit, message, error_code, lines } = failureOf(error);
  const code = error_code === '' ? '' : ` (${error_code})`;
  const how = `${done} of ${all} changes are made. Run the same command again for the rest.`;
  return new CliError(exit as CliError['exit'], `${action} ${kind} ${label}: ${message}${code}`, [
    ...lines,
    how,
  ]);
}
