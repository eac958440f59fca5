import type { SecretBytes } from '#libs/secret-bytes';
import { boxFromText, boxToText, openGcm, sealGcm } from './gcm-box.js';
import { bindingBytes } from './binding-bytes.js';
import { withDataKey, withFreshDataKey } from './data-key.js';
import type { KeyContext, KeyService } from './key.service.js';
import { KeyServiceError } from './kms.errors.js';
import { rewrapKey } from './rewrap-key.js';

const LABEL = 'svc/blob/v1';
const SEALED = /^blob1\.([\w-]+)\.(.+)$/;

/**
 * Encrypts a small secret of ours (a factor's secret, a cached data key) into one text.
 *
 * @param label what it belongs to, such as `mfa-factor|<id>`; opening requires the same label
 * @throws KeyUnavailableError when the key service is unreachable
 */
export async function sealBlob(bytes: SecretBytes, label: string, keys: KeyService): Promise<string> {
  const context = contextOf(label);
  const { sealed, wrappedKey } = await withFreshDataKey(keys, context, (key) =>
    sealGcm(key, bytes, bindingBytes(LABEL, context)),
  );
  return `blob1.${boxToText(sealed)}.${wrappedKey}`;
}

/**
 * Decrypts {@link sealBlob} for the same label.
 *
 * @throws KeyServiceError `undecryptable` for anything else
 * @throws KeyUnavailableError when the key service is unreachable
 */
export async function openBlob(sealed: string, label: string, keys: KeyService): Promise<SecretBytes> {
  const [, box, wrappedKey] = SEALED.exec(sealed) ?? [];
  if (box === undefined || wrappedKey === undefined) throw new KeyServiceError('undecryptable');
  const context = contextOf(label);
  return withDataKey(keys, wrappedKey, context, (key) =>
    openGcm(key, boxFromText(box), bindingBytes(LABEL, context)),
  );
}

/** Rewraps the data key under the current key; the ciphertext stays. @throws the errors of {@link openBlob} */
export async function rewrapBlob(sealed: string, label: string, keys: KeyService): Promise<string> {
  const [, box, wrappedKey] = SEALED.exec(sealed) ?? [];
  if (box === undefined || wrappedKey === undefined) throw new KeyServiceError('undecryptable');
  return `blob1.${box}.${await rewrapKey(wrappedKey, contextOf(label), keys)}`;
}

function contextOf(label: string): KeyContext {
  return { purpose: LABEL, label };
}
