import { SecretBytes } from '#libs/secret-bytes';
import { jsonMembers } from './json-members.js';
import { decodeMember, encodeMember } from './member-value.js';
import { StoreError } from './store-error.js';

/** The key under which a secret that is not a JSON object is read and written as a whole. */
export const WHOLE_KEY = 'value';

/** The content of a secret in a store without keys: keys if its text is a JSON object, else one whole value. */
export type SecretContent =
  { readonly members: ReadonlyMap<string, string> } | { readonly members: null; readonly whole: Uint8Array };

/** Parses a secret's bytes, which the caller wipes. Each member is its JSON text. */
export function parseContent(bytes: Uint8Array): SecretContent {
  const text = textOf(bytes);
  if (text === null || !isObjectText(text)) return { members: null, whole: Uint8Array.from(bytes) };
  return { members: jsonMembers(text) };
}

/** Returns the values of exactly these keys. @throws StoreError key_not_found */
export function readContent(content: SecretContent, keys: readonly string[]): Map<string, SecretBytes> {
  const { members } = content;
  const has = (key: string) => (members === null ? key === WHOLE_KEY : members.has(key));
  if (!keys.every(has)) throw new StoreError('key_not_found');
  const valueOf = (key: string) =>
    members === null ? SecretBytes.from(content.whole) : decodeMember(members.get(key)!);
  return new Map(keys.map((key) => [key, valueOf(key)]));
}

/**
 * Returns the bytes of a secret with these keys set and all others kept, for the caller to wipe. A new secret whose only key
 * is `value` becomes a whole value.
 * @param current null for a secret that doesn't exist
 * @throws StoreError secret_not_keyed if keys would replace a whole value, value_not_utf8
 */
export function mergeContent(
  current: SecretContent | null,
  changes: ReadonlyMap<string, SecretBytes>,
): Buffer {
  if (current?.members) {
    return writeMembers(new Map([...current.members, ...encodeChanges(changes)]));
  }
  const isWhole = changes.size === 1 && changes.has(WHOLE_KEY);
  if (isWhole) return Buffer.from(changes.get(WHOLE_KEY)!.reveal());
  if (current !== null) throw new StoreError('secret_not_keyed');
  return writeMembers(encodeChanges(changes));
}

/** Returns each changed key with the JSON text of its value. @throws StoreError value_not_utf8 */
export function encodeChanges(changes: ReadonlyMap<string, SecretBytes>): Map<string, string> {
  return new Map([...changes].map(([key, value]) => [key, encodeMember(value)]));
}

/** Returns the JSON object of members with their original text. */
export function writeMembers(members: ReadonlyMap<string, string>): Buffer {
  const text = [...members].map(([key, raw]) => `${JSON.stringify(key)}:${raw}`).join(',');
  return Buffer.from(`{${text}}`, 'utf8');
}

/** Returns the text of UTF-8 bytes; null if they are invalid. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function isObjectText(text: string): boolean {
  if (!text.trimStart().startsWith('{')) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
