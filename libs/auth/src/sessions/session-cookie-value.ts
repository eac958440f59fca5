import { createHash } from 'node:crypto';
import { OPAQUE_TOKEN_FORM } from '../opaque-token.js';

/** Returns the SHA-256 of a cookie value, as it is stored; null for a malformed value. */
export function cookieHash(value: string): Buffer | null {
  return OPAQUE_TOKEN_FORM.test(value) ? createHash('sha256').update(value, 'ascii').digest() : null;
}
