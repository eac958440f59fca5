import { describe, expect, it } from '@jest/globals';
import { isKeyName, isSecretRef } from './secret-name.js';

describe('secret names', () => {
  it.each(['a', 'apps/web/db', 'a.b', '..a', 'ünïcode key', 'x'.repeat(1024)])(
    'accept the reference %s',
    (ref) => {
      expect(isSecretRef(ref)).toBe(true);
    },
  );

  it.each([
    '',
    '/',
    '/a',
    'a/',
    'a//b',
    'a/../b',
    '..',
    './a',
    'a%2fb',
    'a\u0000',
    'a\nb',
    'a\u0085',
    'x'.repeat(1025),
  ])('reject the reference %j', (ref) => {
    expect(isSecretRef(ref)).toBe(false);
  });

  it.each([
    ['A-z_0.9/x', true],
    ['k'.repeat(256), true],
    ['k'.repeat(257), false],
    ['', false],
    ['a b', false],
    ['a\n', false],
    ['é', false],
    ['__proto__', true],
  ])('report the key name %j as valid: %s', (name, valid) => {
    expect(isKeyName(name)).toBe(valid);
  });
});
