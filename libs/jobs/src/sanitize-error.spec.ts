import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sanitizeError } from './sanitize-error.js';

describe('sanitizing an error text', () => {
  it.each([
    ['a plain text', 'connection refused by vault', 'connection refused by vault'],
    ['a cloud access key', 'denied for AKIAIOSFODNN7EXAMPLE now', 'denied for [redacted] now'],
    ['a store token', 'token hvs.CAESIJ-abc_123 is bad', 'token [redacted] is bad'],
    ['a signed token', 'got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln back', 'got [redacted] back'],
    ['an OAuth token', 'with ya29.a0Af_x-y', 'with [redacted]'],
    ['an authorization header', 'sent Authorization: Bearer abc.def', 'sent Authorization: [redacted]'],
    ['a named password', 'login with password=hunter2, then', 'login with password=[redacted], then'],
    ['a named key in quotes', 'api_key: "a b c" refused', 'api_key: [redacted] refused'],
    ['the userinfo of an address', 'GET https://bob:pw@store.test/x', 'GET https://[redacted]@store.test/x'],
    ['a secret key of the cloud', 'key wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY no', 'key [redacted] no'],
    [
      'an id',
      'job 01900000-0000-7000-8000-000000000001 gone',
      'job 01900000-0000-7000-8000-000000000001 gone',
    ],
    ['a path', 'no secret at kv/data/payments/staging/db', 'no secret at kv/data/payments/staging/db'],
    ['an object', 'bad answer {"a":{"b":"}"},"c":1} from store', 'bad answer from store'],
    ['an array', 'bad answer ["x", 1] from store', 'bad answer from store'],
    ['an object without an end', 'bad answer {"a": "b', 'bad answer'],
    ['a line break and a NUL', 'a\r\nb\u0000c', 'a b c'],
  ])('%s', (_, text, expected) => {
    expect(sanitizeError(text)).toBe(expected);
  });

  it('redacts before it strips, so that a broken object can not hide a credential behind it', () => {
    expect(sanitizeError('x {"a":1} hvs.CAESIJabc y')).toBe('x [redacted] y');
  });

  it('strips before it truncates, so that what follows a long object is kept', () => {
    expect(sanitizeError(`a ${JSON.stringify({ v: 'word '.repeat(200) })} b`)).toBe('a b');
  });

  it('changes nothing when it is run again', () => {
    const texts = [
      'Authorization: Bearer abc.def',
      'password=hunter2',
      'token: hvs.CAESIJabc',
      'x'.repeat(400),
    ];
    for (const text of texts) expect(sanitizeError(sanitizeError(text))).toBe(sanitizeError(text));
  });

  it('cuts to 280 characters between whole characters', () => {
    expect(sanitizeError('word '.repeat(100))).toHaveLength(279);
    expect(sanitizeError(`${'a '.repeat(139)}a😀b`)).toBe(`${'a '.repeat(139)}a`);
  });

  it('is never longer than 280 characters, whatever comes', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 2000, unit: 'binary' }),
        (text) => sanitizeError(text).length <= 280,
      ),
    );
  });
});
