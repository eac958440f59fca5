import { StoreError, type StoreErrorCode } from '../store-error.js';
import { jsonMembers } from '../json-members.js';
import type { VaultAnswer } from './vault-client.js';

/** The newest version of a secret: each value as its JSON text. */
export interface KvVersion {
  version: number;
  /** Null when the version is deleted or destroyed. */
  members: Map<string, string> | null;
}

/**
 * Takes the answer of `GET data`. Null means that the secret never existed; a deleted version comes with its
 * number, which a check-and-set needs.
 * @throws StoreError namespace_not_found, mount_not_found, mount_not_kv2, store_answer_unexpected
 */
export function parseKvVersion(answer: VaultAnswer): KvVersion | null {
  const envelope = parseObject(answer.text);
  if (!answer.found && !isObject(envelope.data)) return refuseUnlessAbsent(envelope);
  const { data, metadata } = asObject(envelope.data);
  const version = asObject(metadata).version;
  if (typeof version !== 'number') throw new StoreError('store_answer_unexpected');
  if (!answer.found || data === null || data === undefined) return { version, members: null };
  asObject(data);
  const rawEnvelope = jsonMembers(jsonMembers(answer.text).get('data')!);
  return { version, members: jsonMembers(rawEnvelope.get('data')!) };
}

/** Returns the `data` object of an answer, null when nothing is there. @throws StoreError as above */
export function parseKvData(answer: VaultAnswer): Record<string, unknown> | null {
  const envelope = parseObject(answer.text);
  return answer.found ? asObject(envelope.data) : refuseUnlessAbsent(envelope);
}

// A 404 with an empty list of errors means "nothing there"; with a text, that the path leads nowhere.
function refuseUnlessAbsent({ errors }: Record<string, unknown>): null {
  if (!Array.isArray(errors) || errors.length === 0) return null;
  throw new StoreError(codeOfLostPath(errors.join(' ')));
}

/** Returns what a 404 with a text says: which part of a path isn't there. */
export function codeOfLostPath(errors: string): StoreErrorCode {
  if (/\bnamespace\b.*\bnot found\b/i.test(errors)) return 'namespace_not_found';
  // The mount is there, and its engine has no such path.
  return /unsupported path/i.test(errors) ? 'mount_not_kv2' : 'mount_not_found';
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return asObject(JSON.parse(text));
  } catch {
    // JSON.parse's own message repeats its input, which may hold a value.
    throw new StoreError('store_answer_unexpected');
  }
}

function asObject(value: unknown): Record<string, unknown> {
  if (!isObject(value)) throw new StoreError('store_answer_unexpected');
  return value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
