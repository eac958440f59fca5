import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { editDistance, warnOfUnknownNames } from './unknown-names.js';

describe('editDistance', () => {
  it.each([
    ['kitten', 'sitting', 3],
    ['', 'abc', 3],
    ['abc', 'abc', 0],
    ['flaw', 'lawn', 2],
  ])('from %j to %j is %d', (from, to, distance) => {
    expect(editDistance(from, to)).toBe(distance);
  });

  it('is symmetric and no longer than the longer text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
      }),
    );
  });
});

describe('warnOfUnknownNames', () => {
  it('never repeats a value', () => {
    expect(warnOfUnknownNames({ SVC_NOPE: 'zq9value' }).join()).not.toContain('zq9value');
  });

  it('accepts every variable with the suffix _FILE', () => {
    expect(warnOfUnknownNames({ SVC_JWT_SECRET_FILE: '/f', SVC_ENV_FILE: '/f' })).toEqual([]);
  });
});
