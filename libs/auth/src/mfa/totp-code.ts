import { timingSafeEqual } from 'node:crypto';
import { generateSync } from 'otplib';

/** RFC 6238 with HMAC-SHA1, 6 digits and steps of 30 seconds (specification, "MFA factor"). */
export const TOTP_STEP_SECONDS = 30;
const SKEW_STEPS = 1;
const CODE = /^[0-9]{6}$/;

/** The code of a step. @param secret 16 bytes or more. @param step whole steps since 1970 */
export function totpCode(secret: Uint8Array, step: number): string {
  return generateSync({ secret, strategy: 'hotp', counter: step, digits: 6, algorithm: 'sha1' });
}

/**
 * The step that a code is accepted for: the earliest one within a step of now (RFC 6238 §5.2) that comes after
 * the last accepted step, or null. The caller spends it durably, for it counts once.
 *
 * @param at.now the current step by the database's clock
 * @param at.lastStep the step spent last, null when none was
 */
export function acceptedStep(
  secret: Uint8Array,
  code: string,
  at: { now: number; lastStep: number | null },
): number | null {
  if (!CODE.test(code)) return null;
  const given = Buffer.from(code, 'ascii');
  let accepted: number | null = null;
  // Every step is computed whether or not an earlier one matched, so that timing tells nothing.
  for (let step = at.now + SKEW_STEPS; step >= Math.max(0, at.now - SKEW_STEPS); step -= 1) {
    const same = timingSafeEqual(Buffer.from(totpCode(secret, step), 'ascii'), given);
    if (same && step > (at.lastStep ?? -1)) accepted = step;
  }
  return accepted;
}
