import { createHash, randomBytes } from 'node:crypto';

/** The form of what `newOpaqueToken` returns. */
export const OPAQUE_TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/;

/** Returns a new value that names or proves something: 32 random bytes as base64url. It is never stored. */
export function newOpaqueToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the stored form of such a value, its SHA-256. */
export function hashOf(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}
