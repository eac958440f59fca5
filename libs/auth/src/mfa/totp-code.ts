import { timingSafeEqual } from 'node:crypto';
import { generateSync } from 'otplib';

/** TOTP (RFC 6238) with HMAC-SHA1, 6 digits and 30 s steps (specification, "MFA factor"). */
export const TOTP_STEP_SECONDS = 30;
const SKEW_STEPS = 1;
const CODE = /^[0-9]{6}$/;

/** Returns the step of a time, counted from 1970. */
export function stepAt(time: Date): number {
  return Math.floor(time.getTime() / 1000 / TOTP_STEP_SECONDS);
}

/**
 * Returns the code of a step.
 *
 * @param secret at least 16 bytes
 * @param step whole steps since 1970
 */
export function totpCode(secret: Uint8Array, step: number): string {
  return generateSync({ secret, strategy: 'hotp', counter: step, digits: 6, algorithm: 'sha1' });
}

/**
 * Returns the step that a code is valid for, or null: the earliest within one step of now (RFC 6238 §5.2) and after the
 * last used step. The caller marks it as used.
 *
 * @param at.now the current step by the database's clock
 * @param at.lastStep the last used step; null when none was
 */
export function acceptedStep(
  secret: Uint8Array,
  code: string,
  at: { now: number; lastStep: number | null },
): number | null {
  if (!CODE.test(code)) return null;
  const given = Buffer.from(code, 'ascii');
  let accepted: number | null = null;
  // Compares every step even after a match, so that timing reveals nothing.
  for (let step = at.now + SKEW_STEPS; step >= Math.max(0, at.now - SKEW_STEPS); step -= 1) {
    const same = timingSafeEqual(Buffer.from(totpCode(secret, step), 'ascii'), given);
    if (same && step > (at.lastStep ?? -1)) accepted = step;
  }
  return accepted;
}
