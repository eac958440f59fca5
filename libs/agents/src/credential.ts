import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const BYTES = 32;

/** A fresh credential: 32 random bytes, base64url. It is handed out once; only its hash is kept (D50). */
export function newCredential(): string {
  return randomBytes(BYTES).toString('base64url');
}

/** SHA-256 of the credential's text. It is random and long, so that a plain hash tells nothing. */
export function hashCredential(credential: string): Buffer {
  return createHash('sha256').update(credential, 'utf8').digest();
}

/** Compares in constant time; `hash` is 32 bytes. */
export function matchesCredential(hash: Buffer, credential: string): boolean {
  return timingSafeEqual(hash, hashCredential(credential));
}
