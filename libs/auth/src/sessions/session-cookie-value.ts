import { createHash, randomBytes } from 'node:crypto';

const FORM = /^[A-Za-z0-9_-]{43}$/;

/** A new value for the session cookie: 32 random bytes as base64url. It is given out once and never stored. */
export function newCookieValue(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a cookie value, its SHA-256; null for a text that no cookie of ours can have. */
export function cookieHash(value: string): Buffer | null {
  return FORM.test(value) ? createHash('sha256').update(value, 'ascii').digest() : null;
}
