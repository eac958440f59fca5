import { hashLeaf, type Json, leafBytes } from '#libs/merkle-log';

/** An event of an export, as far as the verifier needs it. */
export interface ExportedEvent {
  readonly kind: 'event';
  readonly id: string;
  /** UTC with microseconds, as text and in whole milliseconds. */
  readonly at: string;
  readonly atMs: number;
  readonly actor: Json;
  readonly action: string;
  readonly metadata: { readonly [name: string]: Json };
  readonly leafIndex: number | null;
  readonly leafHash: Uint8Array;
}

/** A hash that replaces the events of a perfect subtree, which retention removed. */
export interface RemovedSubtree {
  readonly kind: 'removed';
  readonly level: number;
  readonly position: number;
  readonly hash: Uint8Array;
}

interface Members {
  readonly [name: string]: Json;
}

const EVENT =
  'id actor action resource status metadata correlation_id occurred_at occurred_at_exact leaf_index';
const EXACT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const MAX_LEVEL = 48;

/**
 * Reads one line of `GET /audit-events` as application/x-ndjson. The service writes each line in one way only: an
 * equivalent line in another form is not the service's.
 *
 * @returns null for what is not such a line
 */
export function readExportLine(line: string): ExportedEvent | RemovedSubtree | null {
  try {
    const members = JSON.parse(line) as Json;
    if (!isObject(members) || JSON.stringify(members) !== line) return null;
    return 'removed' in members ? removed(members) : event(members);
  } catch {
    // Not JSON, or nested too deep to parse.
    return null;
  }
}

function event(members: Members): ExportedEvent | null {
  if (Object.keys(members).join(' ') !== EVENT) return null;
  const {
    id,
    actor,
    action,
    metadata,
    occurred_at: rounded,
    occurred_at_exact: at,
    leaf_index: leafIndex,
  } = members;
  if (typeof id !== 'string' || typeof action !== 'string' || !isObject(metadata)) return null;
  if (typeof at !== 'string' || rounded !== `${at.slice(0, 23)}Z`) return null;
  const atMs = millisecondsOf(at);
  if (Number.isNaN(atMs) || (leafIndex !== null && !isCount(leafIndex))) return null;
  const leaf = leafBytes({ ...(members as unknown as Parameters<typeof leafBytes>[0]), occurred_at: at });
  const found = { id, at, atMs, actor: actor ?? null, action, metadata, leafIndex: leafIndex ?? null };
  return { kind: 'event', ...found, leafHash: hashLeaf(leaf) };
}

/** NaN for a time in another form than the service writes. */
function millisecondsOf(at: string): number {
  return EXACT.test(at) ? Date.parse(at) : NaN;
}

function removed(members: Members): RemovedSubtree | null {
  const subtree = members['removed'];
  if (Object.keys(members).length !== 1 || !isObject(subtree)) return null;
  const { level, position, hash } = subtree;
  const bytes = Buffer.from(typeof hash === 'string' ? hash : '', 'base64');
  const isSubtree = isCount(level) && level <= MAX_LEVEL && isCount(position) && bytes.length === 32;
  return isSubtree ? { kind: 'removed', level, position, hash: bytes } : null;
}

function isObject(value: Json | undefined): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: Json | undefined): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
