import { randomBytes } from 'node:crypto';
import { decryptGcm, encryptGcm, GCM_NONCE_BYTES, type SecretBytes } from '#libs/secret-bytes';
import { bindingText } from './binding-text.js';
import { decodeStrictBase64 } from './strict-base64.js';
import { EnvelopeError } from './agent-protocol.errors.js';

const KEY_BYTES = 32;

/** The ids that a posted value is bound to, as part of its additional data. */
export interface PostedValueBinding {
  readonly agentId: string;
  readonly jobId: string;
  readonly keyName: string;
}

/** A value as an agent posts it, base64: 12-byte nonce, ciphertext followed by its 16-byte tag (D53). */
export interface PostedValue {
  readonly nonce: string;
  readonly ciphertext: string;
}

/**
 * Encrypts one value under the job's data key, AES-256-GCM with a random nonce (NIST SP 800-38D §8.2.2; one key
 * encrypts the few values of one job).
 *
 * @throws EnvelopeError for an unusable key or binding
 */
export function encryptPostedValue(
  dek: SecretBytes,
  value: SecretBytes,
  binding: PostedValueBinding,
): PostedValue {
  const aad = additionalData(dek, binding);
  const nonce = randomBytes(GCM_NONCE_BYTES);
  const ciphertext = encryptGcm({ key: dek.reveal(), nonce, aad }, value);
  return { nonce: nonce.toString('base64'), ciphertext: ciphertext.toString('base64') };
}

/** Decrypts what {@link encryptPostedValue} made for the same binding. @throws EnvelopeError for everything else */
export function decryptPostedValue(
  dek: SecretBytes,
  nonce: string,
  ciphertext: string,
  binding: PostedValueBinding,
): SecretBytes {
  const aad = additionalData(dek, binding);
  const iv = decodeStrictBase64(nonce);
  const sealed = decodeStrictBase64(ciphertext);
  if (iv === null || sealed === null) throw new EnvelopeError();
  const value = decryptGcm({ key: dek.reveal(), nonce: iv, aad }, sealed);
  if (value === null) throw new EnvelopeError();
  return value;
}

function additionalData(dek: SecretBytes, { agentId, jobId, keyName }: PostedValueBinding): Uint8Array {
  const aad = bindingText('svc/wrap/v1', agentId, jobId, keyName);
  if (aad === null || dek.length !== KEY_BYTES) throw new EnvelopeError();
  return aad;
}
