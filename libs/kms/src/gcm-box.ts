import { type KeyObject, randomBytes } from 'node:crypto';
import { decryptGcm, encryptGcm, GCM_NONCE_BYTES, type SecretBytes } from '#libs/secret-bytes';
import { KeyServiceError } from './kms.errors.js';

/** A 12-byte nonce, and the ciphertext with its 16-byte tag at the end. */
export interface GcmBox {
  readonly nonce: Buffer;
  readonly ciphertext: Buffer;
}

/** Encrypts under a 32-byte key with a random nonce (NIST SP 800-38D §8.2.2: at most 2^32 times per key). */
export function sealGcm(key: KeyObject | Uint8Array, plaintext: SecretBytes, aad: Buffer): GcmBox {
  const nonce = randomBytes(GCM_NONCE_BYTES);
  return { nonce, ciphertext: encryptGcm({ key, nonce, aad }, plaintext) };
}

/** Decrypts. @throws KeyServiceError `undecryptable` for another key, nonce or additional data, or a changed text */
export function openGcm(
  key: KeyObject | Uint8Array,
  { nonce, ciphertext }: GcmBox,
  aad: Buffer,
): SecretBytes {
  const plaintext = decryptGcm({ key, nonce, aad }, ciphertext);
  if (plaintext === null) throw new KeyServiceError('undecryptable');
  return plaintext;
}

/** Returns nonce and ciphertext as one base64url text. */
export function boxToText({ nonce, ciphertext }: GcmBox): string {
  return Buffer.concat([nonce, ciphertext]).toString('base64url');
}

/** Parses {@link boxToText}. @throws KeyServiceError `undecryptable` unless the text is canonical base64url */
export function boxFromText(text: string): GcmBox {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.toString('base64url') !== text) throw new KeyServiceError('undecryptable');
  return { nonce: bytes.subarray(0, GCM_NONCE_BYTES), ciphertext: bytes.subarray(GCM_NONCE_BYTES) };
}
