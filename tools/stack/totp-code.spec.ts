import { describe, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import { nextTotpCode } from './totp-code.js';

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const stepNow = (): number => Math.floor(Date.now() / 30_000);

describe('The next one-time code', () => {
  it('belongs to the current step when none was used', async () => {
    const before = stepNow();
    const { code, step } = await nextTotpCode(SECRET, 0);
    expect([before, before + 1]).toContain(step);
    expect(code).toBe(generateSync({ secret: SECRET, epoch: step * 30 }));
  });

  it('belongs to the step after the last used one, at most one ahead of the clock', async () => {
    const last = stepNow();
    const { step } = await nextTotpCode(SECRET, last);
    expect(step).toBeGreaterThan(last);
    expect(step).toBeLessThanOrEqual(stepNow() + 1);
  });
});
