import { createHash, randomBytes } from 'node:crypto';

/** The form of what `newOpaqueToken` returns. */
const OPAQUE_TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/;

/** Returns a new random identifier or secret: 32 bytes as base64url. Only its hash is stored. */
export function newOpaqueToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the SHA-256 of a value in hex, as it is stored. */
export function hashOf(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}

/** Returns the SHA-256 of a session cookie, as it is stored; null for a malformed value. */
export function cookieHash(value: string): Buffer | null {
  return OPAQUE_TOKEN_FORM.test(value) ? createHash('sha256').update(value, 'ascii').digest() : null;
}
