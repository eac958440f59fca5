import { describe, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import { nextTotpCode } from './totp-code.js';

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const stepNow = (): number => Math.floor(Date.now() / 30_000);

describe('The next one-time code', () => {
  it('is of the present step when none was used', async () => {
    const before = stepNow();
    const { code, step } = await nextTotpCode(SECRET, 0);
    expect([before, before + 1]).toContain(step);
    expect(code).toBe(generateSync({ secret: SECRET, epoch: step * 30 }));
  });

  it('is of the step after the last one that was used, which is at most one ahead of the clock', async () => {
    const last = stepNow();
    const { step } = await nextTotpCode(SECRET, last);
    expect(step).toBeGreaterThan(last);
    expect(step).toBeLessThanOrEqual(stepNow() + 1);
  });
});
