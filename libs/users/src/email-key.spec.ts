import { describe, expect, it } from '@jest/globals';
import { emailKey } from './email-key.js';

describe('emailKey', () => {
  it.each([
    ['case', 'ADA@Example.ORG'],
    ['blanks', ' \t ada@example.org\u00a0\n'],
    ['full-width letters', '\uff21da@example.org'],
    ['a ligature of compatibility', 'ada@example\uff0eorg'],
    ['an ideographic blank', '\u3000ada@example.org'],
  ])('returns one key for variants in %s', (_, variant) => {
    expect(emailKey(variant)).toBe('ada@example.org');
  });

  it('is idempotent', () => {
    for (const email of [
      '\u0130stanbul@x.org',
      'STRASSE\u00df@x.org',
      '\u212bngstrom@x.org',
      'e\u0301@x.org',
    ]) {
      expect(emailKey(emailKey(email))).toBe(emailKey(email));
    }
  });

  it('rejects input that would take quadratic time', () => {
    expect(() => emailKey('a' + '\u0300'.repeat(100_000))).toThrow(RangeError);
    expect(emailKey('\u{1f511}'.repeat(320))).toBe('\u{1f511}'.repeat(320));
  });

  it('distinguishes different people', () => {
    expect(emailKey('ada@example.org')).not.toBe(emailKey('a.da@example.org'));
  });
});
