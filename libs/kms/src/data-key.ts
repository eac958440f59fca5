import { randomBytes } from 'node:crypto';
import { SecretBytes } from '#libs/secret-bytes';
import type { KeyContext, KeyService } from './key.service.js';
import { KeyServiceError } from './kms.errors.js';

const DATA_KEY_BYTES = 32;

/** Runs `seal` with a new 256-bit data key and wipes it. @returns the result with the wrapped key */
export async function withFreshDataKey<T>(
  keys: KeyService,
  context: KeyContext,
  seal: (key: Uint8Array) => T,
): Promise<{ sealed: T; wrappedKey: string }> {
  const raw = randomBytes(DATA_KEY_BYTES);
  const dataKey = SecretBytes.from(raw);
  raw.fill(0);
  try {
    const wrappedKey = await keys.wrapKey(dataKey, context);
    return { sealed: seal(dataKey.reveal()), wrappedKey };
  } finally {
    dataKey.wipe();
  }
}

/** Unwraps a data key, runs `open` with it and wipes it. @throws errors of unwrapping and of `open` */
export async function withDataKey<T>(
  keys: KeyService,
  wrappedKey: string,
  context: KeyContext,
  open: (key: Uint8Array) => T,
): Promise<T> {
  const dataKey = await keys.unwrapKey(wrappedKey, context);
  try {
    if (dataKey.length !== DATA_KEY_BYTES) throw new KeyServiceError('undecryptable');
    return open(dataKey.reveal());
  } finally {
    dataKey.wipe();
  }
}
