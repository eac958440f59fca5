import { describe, expect, it } from '@jest/globals';
import { acceptedStep, totpCode } from './totp-code.js';

const secret = Buffer.from('12345678901234567890', 'ascii');
const stepAt = (seconds: number) => Math.floor(seconds / 30);

describe('totpCode', () => {
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('returns the code of RFC 6238 appendix B at %d', (seconds, code) => {
    expect(totpCode(secret, stepAt(seconds))).toBe(code);
  });
});

describe('acceptedStep', () => {
  const now = stepAt(1234567890);

  it.each([
    [-2, null],
    [-1, now - 1],
    [0, now],
    [1, now + 1],
    [2, null],
  ])('for a code %d steps from now returns %p', (distance, expected) => {
    expect(acceptedStep(secret, totpCode(secret, now + distance), { now, lastStep: null })).toBe(expected);
  });

  it.each([
    ['the same step', 0],
    ['an older step', -1],
  ])('rejects %s once a step was used', (_, distance) => {
    expect(acceptedStep(secret, totpCode(secret, now + distance), { now, lastStep: now })).toBeNull();
  });

  it('accepts the step after the used one', () => {
    expect(acceptedStep(secret, totpCode(secret, now + 1), { now, lastStep: now })).toBe(now + 1);
  });

  it.each(['', '28708', '2870822', ' 287082', '287082\n', '28708\u0662', '+28708', '2.7e82', '0x4617'])(
    'rejects %j, which is not six ASCII digits',
    (text) => {
      expect(acceptedStep(secret, text, { now: stepAt(59), lastStep: null })).toBeNull();
    },
  );

  it('rejects a code of another secret', () => {
    const other = Buffer.from('09876543210987654321', 'ascii');
    expect(acceptedStep(other, totpCode(secret, now), { now, lastStep: null })).toBeNull();
  });
});
