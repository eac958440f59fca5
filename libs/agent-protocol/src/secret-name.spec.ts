import { describe, expect, it } from '@jest/globals';
import { isKeyName, isSecretRef } from './secret-name.js';

describe('names of secrets', () => {
  it.each(['a', 'apps/web/db', 'a.b', '..a', 'ünïcode key', 'x'.repeat(1024)])(
    'take the reference %s',
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
  ])('refuse the reference %j', (ref) => {
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
  ])('say of the key name %j that it is valid: %s', (name, valid) => {
    expect(isKeyName(name)).toBe(valid);
  });
});
