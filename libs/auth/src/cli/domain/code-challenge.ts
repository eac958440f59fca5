import { createHash, timingSafeEqual } from 'node:crypto';

/** The form of a verifier (RFC 7636 §4.1). */
export const VERIFIER_FORM = /^[A-Za-z0-9._~-]{43,128}$/;
/** The form of an S256 challenge: a SHA-256 as base64url (RFC 7636 §4.2). `plain` is not offered. */
export const CHALLENGE_FORM = /^[A-Za-z0-9_-]{43}$/;

/** Whether the verifier is that of the S256 challenge (RFC 7636 §4.6). */
export function answersChallenge(verifier: string, challenge: string): boolean {
  if (!VERIFIER_FORM.test(verifier) || !CHALLENGE_FORM.test(challenge)) return false;
  const computed = createHash('sha256').update(verifier, 'ascii').digest('base64url');
  return timingSafeEqual(Buffer.from(computed), Buffer.from(challenge));
}
