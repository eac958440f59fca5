import { SecretBytes } from '#libs/secret-bytes';
import type { KeyContext, KeyService } from './key.service.js';

/** Gives the same data key as a text of the current key. Raises what unwrapping and wrapping raise. */
export async function rewrapKey(wrapped: string, context: KeyContext, keys: KeyService): Promise<string> {
  const dataKey = await keys.unwrapKey(wrapped, context);
  try {
    return await keys.wrapKey(dataKey, context);
  } finally {
    dataKey.wipe();
  }
}

/**
 * The key that a text was wrapped under, as the text itself names it: backend and key, with its version where the
 * backend has versions.
 */
export function keyIdOf(wrapped: string): string {
  return wrapped.slice(0, wrapped.lastIndexOf(':'));
}

/**
 * What texts of the current key begin with, backend and key version, found by wrapping a throw-away key: the
 * transit engine says its version in no other way. Raises KeyUnavailableError.
 */
export async function currentKeyPrefix(keys: KeyService): Promise<string> {
  const probe = SecretBytes.from(new Uint8Array(32));
  const wrapped = await keys.wrapKey(probe, { purpose: 'version' });
  return `${keyIdOf(wrapped)}:`;
}
