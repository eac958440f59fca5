import { StoreError, type StoreErrorCode } from '../store-error.js';
import { jsonMembers } from '../json-members.js';
import type { VaultAnswer } from './vault-client.js';

/** The newest version of a secret, with the JSON text of each value. */
export interface KvVersion {
  version: number;
  /** Null if the version is deleted or destroyed. */
  members: Map<string, string> | null;
}

/**
 * Parses the response of `GET data`. Null means that the secret never existed; a deleted version has its number, which a
 * check-and-set requires.
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

/** Returns the `data` object of a response, null if there is nothing at the path. @throws StoreError as above */
export function parseKvData(answer: VaultAnswer): Record<string, unknown> | null {
  const envelope = parseObject(answer.text);
  return answer.found ? asObject(envelope.data) : refuseUnlessAbsent(envelope);
}

// A 404 with an empty list of errors means that there is nothing; with a text, that the path is invalid.
function refuseUnlessAbsent({ errors }: Record<string, unknown>): null {
  if (!Array.isArray(errors) || errors.length === 0) return null;
  throw new StoreError(codeOfLostPath(errors.join(' ')));
}

/** Maps the text of a 404 to the part of the path that doesn't exist. */
export function codeOfLostPath(errors: string): StoreErrorCode {
  if (/\bnamespace\b.*\bnot found\b/i.test(errors)) return 'namespace_not_found';
  // The mount exists, but its engine doesn't have such a path.
  return /unsupported path/i.test(errors) ? 'mount_not_kv2' : 'mount_not_found';
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return asObject(JSON.parse(text));
  } catch {
    // The message of JSON.parse contains its input, which may be a value.
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
