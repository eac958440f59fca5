import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { SecretBytes } from '#libs/secret-bytes';
import { bindingText } from './binding-text.js';
import { decodeStrictBase64 } from './strict-base64.js';
import { WireEnvelopeError } from './wire.errors.js';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What a posted value belongs to; part of its additional data. */
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
 * Encrypts one value under the job's data key, AES-256-GCM with a random nonce (NIST SP 800-38D §8.2.2;
 * one key serves the few values of one job). Raises WireEnvelopeError for an unusable key or binding.
 */
export function encryptPostedValue(
  dek: SecretBytes,
  value: SecretBytes,
  binding: PostedValueBinding,
): PostedValue {
  const aad = additionalData(dek, binding);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, dek.reveal(), nonce, { authTagLength: TAG_BYTES }).setAAD(aad);
  const ciphertext = Buffer.concat([cipher.update(value.reveal()), cipher.final(), cipher.getAuthTag()]);
  return { nonce: nonce.toString('base64'), ciphertext: ciphertext.toString('base64') };
}

/** Decrypts what {@link encryptPostedValue} made for the same binding; raises WireEnvelopeError otherwise. */
export function decryptPostedValue(
  dek: SecretBytes,
  nonce: string,
  ciphertext: string,
  binding: PostedValueBinding,
): SecretBytes {
  const aad = additionalData(dek, binding);
  const iv = decodeStrictBase64(nonce);
  const sealed = decodeStrictBase64(ciphertext);
  if (iv?.length !== NONCE_BYTES || sealed === null || sealed.length < TAG_BYTES)
    throw new WireEnvelopeError();
  return openGcm(dek, iv, sealed, aad);
}

function openGcm(dek: SecretBytes, iv: Buffer, sealed: Buffer, aad: Uint8Array): SecretBytes {
  const end = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv(ALGORITHM, dek.reveal(), iv, { authTagLength: TAG_BYTES })
    .setAAD(aad)
    .setAuthTag(sealed.subarray(end));
  const plaintext = decipher.update(sealed.subarray(0, end));
  try {
    // GCM is a stream: final() adds no bytes, it only checks the tag. Nothing leaves before it has.
    decipher.final();
    return SecretBytes.from(plaintext);
  } catch {
    throw new WireEnvelopeError();
  } finally {
    plaintext.fill(0);
  }
}

function additionalData(dek: SecretBytes, { agentId, jobId, keyName }: PostedValueBinding): Uint8Array {
  const aad = bindingText('svc/wrap/v1', agentId, jobId, keyName);
  if (aad === null || dek.length !== KEY_BYTES) throw new WireEnvelopeError();
  return aad;
}
