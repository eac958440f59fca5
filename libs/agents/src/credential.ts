import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const BYTES = 32;

/** Returns a new credential: 32 random bytes, base64url. It is returned to the agent once; only its hash is stored (D50). */
export function newCredential(): string {
  return randomBytes(BYTES).toString('base64url');
}

/** Returns the SHA-256 of a credential. A plain hash is enough, because the credential has 256 random bits. */
export function hashCredential(credential: string): Buffer {
  return createHash('sha256').update(credential, 'utf8').digest();
}

/** Compares the credential's hash with each hash, 32 bytes, in constant time. */
export function matchesAny(hashes: readonly Buffer[], credential: string): boolean {
  const presented = hashCredential(credential);
  return hashes.map((hash) => timingSafeEqual(hash, presented)).includes(true);
}
