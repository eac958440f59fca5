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

/** The columns of a wrap row as `StoredWrapRow`. */
export const STORED_WRAP = `w.id, w.request_id, w.key_name, w.audience, w.job_id, w.expires_at,
  w.ciphertext, w.nonce, w.wrapped_key`;

export interface StoredWrapRow {
  readonly id: string;
  readonly request_id: string;
  readonly key_name: string;
  readonly audience: WrapAudience;
  readonly job_id: string | null;
  readonly status: StoredWrap['status'];
  readonly expires_at: Date;
  readonly ciphertext: Buffer | null;
  readonly nonce: Buffer | null;
  readonly wrapped_key: string | null;
}

/** Maps a row. */
export function storedWrap(row: StoredWrapRow): StoredWrap {
  const { ciphertext, nonce, wrapped_key: wrappedKey } = row;
  return {
    id: row.id,
    requestId: row.request_id,
    keyName: row.key_name,
    audience: row.audience,
    jobId: row.job_id,
    status: row.status,
    expiresAt: row.expires_at,
    sealed: ciphertext && nonce && wrappedKey !== null ? { ciphertext, nonce, wrappedKey } : null,
  };
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
