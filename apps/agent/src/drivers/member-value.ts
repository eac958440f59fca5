import { SecretBytes } from '#libs/secret-bytes';
import { StoreError } from './store-error.js';

/** Decodes a value's JSON text: a string to its UTF-8 bytes, anything else to its JSON text. */
export function decodeMember(raw: string): SecretBytes {
  return SecretBytes.fromUtf8(raw.startsWith('"') ? (JSON.parse(raw) as string) : raw);
}

/** Returns the JSON string for a value; the store can hold only text. @throws StoreError value_not_utf8 */
export function encodeMember(value: SecretBytes): string {
  try {
    // ignoreBOM keeps a leading byte order mark: the value is written unchanged.
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return JSON.stringify(decoder.decode(value.reveal()));
  } catch {
    throw new StoreError('value_not_utf8');
  }
}
