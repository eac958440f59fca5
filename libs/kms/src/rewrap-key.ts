import { SecretBytes } from '#libs/secret-bytes';
import type { KeyContext, KeyService } from './key.service.js';

/** Wraps the same data key under the current key. @throws errors of unwrapping and wrapping */
export async function rewrapKey(wrapped: string, context: KeyContext, keys: KeyService): Promise<string> {
  const dataKey = await keys.unwrapKey(wrapped, context);
  try {
    return await keys.wrapKey(dataKey, context);
  } finally {
    dataKey.wipe();
  }
}

/**
 * Returns the key that a text was wrapped under, as the text names it: backend and key, with a version if the backend
 * has versions.
 */
export function keyIdOf(wrapped: string): string {
  return wrapped.slice(0, wrapped.lastIndexOf(':'));
}

/**
 * Returns the prefix of texts under the current key: backend and key version. Wraps a throw-away key, because the
 * transit engine has no other way to tell its version.
 *
 * @throws KeyUnavailableError
 */
export async function currentKeyPrefix(keys: KeyService): Promise<string> {
  const probe = SecretBytes.from(new Uint8Array(32));
  const wrapped = await keys.wrapKey(probe, { purpose: 'version' });
  return `${keyIdOf(wrapped)}:`;
}
