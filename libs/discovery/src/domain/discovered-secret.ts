import { setImmediate as nextTurn } from 'node:timers/promises';
import { isKeyName, isSecretRef } from '#libs/agent-protocol';
import type { FieldError } from '#libs/core';

/** One secret found in a store: names and labels, never a value. */
export interface DiscoveredSecret {
  readonly ref: string;
  /** Sorted, without duplicates. */
  readonly keys: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  readonly version: string | null;
}

const MAX_SECRETS_IN_PAGE = 1000;
const MAX_KEYS = 1000;
/** An index entry is limited to about 2,700 bytes, which a ref of four-byte characters could exceed. */
const MAX_REF_BYTES = 2048;
const MAX_LABELS = 64;
/** Checking and sorting as many keys and labels takes some milliseconds. */
const NAMES_IN_TURN = 10_000;
const MEMBERS = new Set(['ref', 'keys', 'labels', 'version']);
const LABEL_NAME = /^[^\p{Cc}\\]{1,320}$/u;
const LABEL_VALUE = /^[^]{0,1024}$/u;
const VERSION = /^[^\p{Cc}]{1,200}$/u;

/**
 * Validates the `secrets` of a bulk call: at most 1,000, with unique refs. Written by hand instead of with decorators,
 * because it runs for hundreds of thousands of secrets. A page of a million keys takes many turns of the event loop.
 *
 * @returns the first invalid member if there is one
 */
export async function readDiscoveredPage(sent: unknown): Promise<DiscoveredSecret[] | FieldError> {
  if (!Array.isArray(sent) || sent.length > MAX_SECRETS_IN_PAGE)
    return fault('secrets', `must be a list of at most ${MAX_SECRETS_IN_PAGE} secrets`);
  const refs = new Set<string>();
  const secrets: DiscoveredSecret[] = [];
  let names = 0;
  for (const [index, item] of sent.entries()) {
    const secret = readSecret(item as unknown, `secrets.${index}`);
    if ('field' in secret) return secret;
    if (refs.has(secret.ref)) return fault(`secrets.${index}.ref`, 'must not be named twice');
    refs.add(secret.ref);
    secrets.push(secret);
    names += (item as { keys: unknown[] }).keys.length + Object.keys(secret.labels).length;
    if (names < NAMES_IN_TURN) continue;
    names = 0;
    await nextTurn();
  }
  return secrets;
}

function readSecret(item: unknown, field: string): DiscoveredSecret | FieldError {
  if (!isObject(item)) return fault(field, 'must be an object');
  for (const name in item) if (!MEMBERS.has(name)) return fault(field, 'holds an unknown member');
  const { ref, keys, labels, version } = item;
  if (typeof ref !== 'string' || !isDiscoveredRef(ref))
    return fault(`${field}.ref`, 'must be a secret reference of at most 1024 characters');
  if (!isKeyList(keys)) return fault(`${field}.keys`, 'must be a list of key names');
  if (!areLabels(labels)) return fault(`${field}.labels`, 'must be an object of at most 64 texts');
  if (version !== undefined && (typeof version !== 'string' || !VERSION.test(version)))
    return fault(`${field}.version`, 'must be text of 1 to 200 characters');
  return { ref, keys: [...new Set(keys)].sort(), labels, version: version ?? null };
}

/** Returns whether a ref can be requested and stored in the catalogue. */
function isDiscoveredRef(text: string): boolean {
  return isSecretRef(text) && Buffer.byteLength(text) <= MAX_REF_BYTES;
}

function isKeyList(keys: unknown): keys is string[] {
  if (!Array.isArray(keys) || keys.length > MAX_KEYS) return false;
  return keys.every((key) => typeof key === 'string' && isKeyName(key));
}

function areLabels(labels: unknown): labels is Record<string, string> {
  if (!isObject(labels)) return false;
  const entries = Object.entries(labels);
  if (entries.length > MAX_LABELS) return false;
  return entries.every(
    ([name, value]) => LABEL_NAME.test(name) && typeof value === 'string' && LABEL_VALUE.test(value),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fault(field: string, message: string): FieldError {
  return { field, message };
}
