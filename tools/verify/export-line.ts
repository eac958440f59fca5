import { hashLeaf, type Json, leafBytes } from '#libs/transparency';

/** An event of an export, as far as the verifier needs it. */
export interface ExportedEvent {
  readonly kind: 'event';
  readonly id: string;
  readonly at: string;
  readonly action: string;
  readonly metadata: { readonly [name: string]: Json };
  readonly leafIndex: number | null;
  readonly leafHash: Uint8Array;
}

/** A hash in place of the events of a perfect subtree that retention removed. */
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
 * Reads one line of `GET /audit-events` as application/x-ndjson. The service writes each line in one way only, so a
 * line that says the same in another way is not the service's.
 *
 * @returns null for what is not such a line
 */
export function readExportLine(line: string): ExportedEvent | RemovedSubtree | null {
  const members = parse(line);
  if (!members || JSON.stringify(members) !== line) return null;
  return 'removed' in members ? removed(members) : event(members);
}

function event(members: Members): ExportedEvent | null {
  if (Object.keys(members).join(' ') !== EVENT) return null;
  const {
    id,
    action,
    metadata,
    occurred_at: rounded,
    occurred_at_exact: at,
    leaf_index: leafIndex,
  } = members;
  if (typeof id !== 'string' || typeof action !== 'string' || !isObject(metadata)) return null;
  if (typeof at !== 'string' || !EXACT.test(at) || rounded !== `${at.slice(0, 23)}Z`) return null;
  if (leafIndex !== null && !isCount(leafIndex)) return null;
  const leaf = leafBytes({ ...(members as unknown as Parameters<typeof leafBytes>[0]), occurred_at: at });
  return { kind: 'event', id, at, action, metadata, leafIndex: leafIndex ?? null, leafHash: hashLeaf(leaf) };
}

function removed(members: Members): RemovedSubtree | null {
  const subtree = members['removed'];
  if (Object.keys(members).length !== 1 || !isObject(subtree)) return null;
  const { level, position, hash } = subtree;
  const bytes = Buffer.from(typeof hash === 'string' ? hash : '', 'base64');
  const isSubtree = isCount(level) && level <= MAX_LEVEL && isCount(position) && bytes.length === 32;
  return isSubtree ? { kind: 'removed', level, position, hash: bytes } : null;
}

function parse(line: string): Members | null {
  try {
    const value = JSON.parse(line) as Json;
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: Json | undefined): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: Json | undefined): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
