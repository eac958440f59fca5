import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { SecretBytes } from '#libs/secret-bytes';
import { KeyServiceError } from './kms.errors.js';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A 12-byte nonce, and the ciphertext with its 16-byte tag at the end. */
export interface GcmBox {
  readonly nonce: Buffer;
  readonly ciphertext: Buffer;
}

/** Encrypts under a 32-byte key with a random nonce (NIST SP 800-38D §8.2.2: at most 2^32 times per key). */
export function sealGcm(key: KeyObject | Uint8Array, plaintext: SecretBytes, aad: Buffer): GcmBox {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(aad);
  const ciphertext = Buffer.concat([cipher.update(plaintext.reveal()), cipher.final(), cipher.getAuthTag()]);
  return { nonce, ciphertext };
}

/** Decrypts. @throws KeyServiceError `undecryptable` for another key, nonce or additional data, or a changed text */
export function openGcm(
  key: KeyObject | Uint8Array,
  { nonce, ciphertext }: GcmBox,
  aad: Buffer,
): SecretBytes {
  const end = ciphertext.length - TAG_BYTES;
  if (nonce.length !== NONCE_BYTES || end < 0) throw new KeyServiceError('undecryptable');
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(aad)
    .setAuthTag(ciphertext.subarray(end));
  const plaintext = decipher.update(ciphertext.subarray(0, end));
  try {
    // GCM is a stream: final() adds no bytes, it checks the tag. No plaintext is returned before.
    decipher.final();
    return SecretBytes.from(plaintext);
  } catch {
    throw new KeyServiceError('undecryptable');
  } finally {
    plaintext.fill(0);
  }
}

/** Returns nonce and ciphertext as one base64url text. */
export function boxToText({ nonce, ciphertext }: GcmBox): string {
  return Buffer.concat([nonce, ciphertext]).toString('base64url');
}

/** Parses {@link boxToText}. @throws KeyServiceError `undecryptable` unless the text is canonical base64url */
export function boxFromText(text: string): GcmBox {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.toString('base64url') !== text) throw new KeyServiceError('undecryptable');
  return { nonce: bytes.subarray(0, NONCE_BYTES), ciphertext: bytes.subarray(NONCE_BYTES) };
}
