import { createHash, randomBytes } from 'node:crypto';

const FORM = /^[A-Za-z0-9_-]{43}$/;

/** Returns a new cookie value: 32 random bytes as base64url. It is sent once and never stored. */
export function newCookieValue(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the stored form of a cookie value, its SHA-256; null for a malformed value. */
export function cookieHash(value: string): Buffer | null {
  return FORM.test(value) ? createHash('sha256').update(value, 'ascii').digest() : null;
}
