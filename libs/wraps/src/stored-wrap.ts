import { type KeyService, openValue, type SealedValue } from '#libs/kms';
import type { SecretBytes } from '#libs/secret-bytes';

export type WrapAudience = 'agent' | 'requester';

/** A wrap row with its ciphertext, as loaded before the statement that consumes it. */
export interface StoredWrap {
  readonly id: string;
  readonly requestId: string;
  readonly keyName: string;
  readonly audience: WrapAudience;
  readonly jobId: string | null;
  readonly status: 'available' | 'consumed' | 'expired';
  readonly expiresAt: Date;
  /** Null after the wrap was consumed or destroyed. */
  readonly sealed: SealedValue | null;
}

/** The columns of a wrap row as `StoredWrapRow`, except its status. */
export const STORED_WRAP = `w.id, w.request_id AS "requestId", w.key_name AS "keyName", w.audience, w.job_id AS "jobId",
  w.expires_at AS "expiresAt", w.ciphertext, w.nonce, w.wrapped_key AS "wrappedKey"`;

export type StoredWrapRow = Omit<StoredWrap, 'sealed'> & {
  readonly [Part in keyof SealedValue]: SealedValue[Part] | null;
};

/** Maps a row, and drops its other members. */
export function storedWrap(row: StoredWrapRow): StoredWrap {
  const { id, requestId, keyName, audience, jobId, status, expiresAt, ciphertext, nonce, wrappedKey } = row;
  const sealed = ciphertext && nonce && wrappedKey !== null ? { ciphertext, nonce, wrappedKey } : null;
  return { id, requestId, keyName, audience, jobId, status, expiresAt, sealed };
}

/**
 * Decrypts a loaded wrap without consuming it. Call it before the statement that consumes it, outside of any transaction,
 * and return the value only after that statement succeeded. The caller wipes the value.
 *
 * @throws KeyUnavailableError when the key service is unavailable
 * @throws Error when the wrap has no ciphertext: check its status first
 */
export async function openWrap(wrap: StoredWrap, keys: KeyService): Promise<SecretBytes> {
  if (!wrap.sealed) throw new Error('This wrap has no ciphertext any more.');
  const { id: wrapId, requestId, keyName, audience } = wrap;
  return openValue(wrap.sealed, { wrapId, requestId, keyName, audience }, keys);
}
