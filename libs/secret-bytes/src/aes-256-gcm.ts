import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import { SecretBytes } from './secret-bytes.js';

const ALGORITHM = 'aes-256-gcm';
export const GCM_NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Parameters of AES-256-GCM: a key of 32 bytes, a nonce of 12, the additional data. */
interface GcmParameters {
  readonly key: KeyObject | Uint8Array;
  readonly nonce: Uint8Array;
  readonly aad: Uint8Array;
}

/** Encrypts by AES-256-GCM (NIST SP 800-38D). @returns the ciphertext followed by its 16-byte tag (RFC 5116 §5.1) */
export function encryptGcm({ key, nonce, aad }: GcmParameters, plaintext: SecretBytes): Buffer {
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(aad);
  return Buffer.concat([cipher.update(plaintext.reveal()), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts {@link encryptGcm}. @returns null for another key, nonce or additional data, or a changed ciphertext */
export function decryptGcm({ key, nonce, aad }: GcmParameters, ciphertext: Uint8Array): SecretBytes | null {
  const end = ciphertext.length - TAG_BYTES;
  if (end < 0 || nonce.length !== GCM_NONCE_BYTES) return null;
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(aad)
    .setAuthTag(ciphertext.subarray(end));
  const plaintext = decipher.update(ciphertext.subarray(0, end));
  try {
    // GCM is a stream: final() adds no bytes, it checks the tag. No plaintext is returned before.
    decipher.final();
    return SecretBytes.from(plaintext);
  } catch {
    return null;
  } finally {
    plaintext.fill(0);
  }
}
