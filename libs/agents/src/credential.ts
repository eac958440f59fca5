import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const BYTES = 32;

/** Returns a fresh credential: 32 random bytes, base64url. It is handed out once; only its hash is kept (D50). */
export function newCredential(): string {
  return randomBytes(BYTES).toString('base64url');
}

/** SHA-256 of the credential's text. It is random and long, so that a plain hash tells nothing. */
export function hashCredential(credential: string): Buffer {
  return createHash('sha256').update(credential, 'utf8').digest();
}

/** Compares with every hash, each 32 bytes, in constant time. */
export function matchesAny(hashes: readonly Buffer[], credential: string): boolean {
  const presented = hashCredential(credential);
  return hashes.map((hash) => timingSafeEqual(hash, presented)).includes(true);
}
