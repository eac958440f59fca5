import { createHash, timingSafeEqual } from 'node:crypto';

/** A code verifier (RFC 7636 §4.1). */
export const VERIFIER_FORM = /^[A-Za-z0-9._~-]{43,128}$/;
/** An S256 code challenge: a SHA-256 as base64url (RFC 7636 §4.2). `plain` is not supported. */
export const CHALLENGE_FORM = /^[A-Za-z0-9_-]{43}$/;

/** Returns whether the verifier matches the S256 challenge (RFC 7636 §4.6). */
export function answersChallenge(verifier: string, challenge: string): boolean {
  if (!VERIFIER_FORM.test(verifier) || !CHALLENGE_FORM.test(challenge)) return false;
  const computed = createHash('sha256').update(verifier, 'ascii').digest('base64url');
  return timingSafeEqual(Buffer.from(computed), Buffer.from(challenge));
}
