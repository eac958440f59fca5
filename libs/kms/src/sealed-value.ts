import type { SecretBytes } from '#libs/secret-bytes';
import { openGcm, sealGcm } from './gcm-box.js';
import { bindingBytes } from './binding-bytes.js';
import { withDataKey, withFreshDataKey } from './data-key.js';
import type { KeyContext, KeyService } from './key.service.js';
import { rewrapKey } from './rewrap-key.js';

const LABEL = 'svc/stored-wrap/v1';

/** The wrap that a stored value belongs to. A row's value only opens with its own binding (D31). */
export interface WrapBinding {
  readonly wrapId: string;
  readonly requestId: string;
  readonly keyName: string;
  readonly audience: string;
}

/** A value as stored in a wrap row: ciphertext with its 16-byte tag, 12-byte nonce, wrapped data key. */
export interface SealedValue {
  readonly ciphertext: Buffer;
  readonly nonce: Buffer;
  readonly wrappedKey: string;
}

/**
 * Encrypts a value for one wrap row under a new 256-bit data key (AES-256-GCM). Value and data key are bound to the
 * wrap.
 *
 * @throws KeyUnavailableError when the key service is unreachable
 */
export async function sealValue(
  value: SecretBytes,
  binding: WrapBinding,
  keys: KeyService,
): Promise<SealedValue> {
  const context = contextOf(binding);
  const { sealed, wrappedKey } = await withFreshDataKey(keys, context, (key) =>
    sealGcm(key, value, bindingBytes(LABEL, context)),
  );
  return { ...sealed, wrappedKey };
}

/**
 * Decrypts a wrap row; the caller wipes the value.
 *
 * @throws KeyServiceError `undecryptable` for another binding or a changed row
 * @throws KeyUnavailableError when the key service is unreachable
 */
export async function openValue(
  { ciphertext, nonce, wrappedKey }: SealedValue,
  binding: WrapBinding,
  keys: KeyService,
): Promise<SecretBytes> {
  const context = contextOf(binding);
  return withDataKey(keys, wrappedKey, context, (key) =>
    openGcm(key, { nonce, ciphertext }, bindingBytes(LABEL, context)),
  );
}

/** Rewraps a wrap row's data key under the current key. @throws the errors of {@link openValue} */
export async function rewrapValueKey(
  wrappedKey: string,
  binding: WrapBinding,
  keys: KeyService,
): Promise<string> {
  return rewrapKey(wrappedKey, contextOf(binding), keys);
}

function contextOf({ wrapId, requestId, keyName, audience }: WrapBinding): KeyContext {
  return { purpose: LABEL, wrap_id: wrapId, request_id: requestId, key_name: keyName, audience };
}
