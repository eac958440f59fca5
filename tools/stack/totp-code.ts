import { setTimeout as sleep } from 'node:timers/promises';
import { generateSync } from 'otplib';

const STEP_SECONDS = 30;

export interface TotpCode {
  readonly code: string;
  readonly step: number;
}

/**
 * Returns the code of the first step after `lastStep` that is not in the past. One step ahead of the clock is
 * within the allowed skew (RFC 6238 §5.2); for a later one this waits.
 *
 * @param secret base32
 */
export async function nextTotpCode(secret: string, lastStep: number): Promise<TotpCode> {
  const step = Math.max(stepAt(Date.now()), lastStep + 1);
  const allowedFrom = (step - 1) * STEP_SECONDS * 1000;
  if (allowedFrom > Date.now()) await sleep(allowedFrom - Date.now() + 100);
  return { code: generateSync({ secret, epoch: step * STEP_SECONDS }), step };
}

function stepAt(milliseconds: number): number {
  return Math.floor(milliseconds / 1000 / STEP_SECONDS);
}
