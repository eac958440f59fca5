import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { randomCases } from '../../../test/support/random-cases.js';
import { sanitizeError } from './sanitize-error.js';

describe('sanitizeError', () => {
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

  it('redacts before it strips, so that a malformed object cannot hide a credential', () => {
    expect(sanitizeError('x {"a":1} hvs.CAESIJabc y')).toBe('x [redacted] y');
  });

  it('strips before it truncates, so that text after a long object is kept', () => {
    expect(sanitizeError(`a ${JSON.stringify({ v: 'word '.repeat(200) })} b`)).toBe('a b');
  });

  it('is idempotent', () => {
    const texts = [
      'Authorization: Bearer abc.def',
      'password=hunter2',
      'token: hvs.CAESIJabc',
      'x'.repeat(400),
    ];
    for (const text of texts) expect(sanitizeError(sanitizeError(text))).toBe(sanitizeError(text));
  });

  it('truncates to 280 characters at a character boundary', () => {
    expect(sanitizeError('word '.repeat(100))).toHaveLength(279);
    expect(sanitizeError(`${'a '.repeat(139)}a😀b`)).toBe(`${'a '.repeat(139)}a`);
  });

  it('never returns more than 280 characters', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 2000, unit: 'binary' }),
        (text) => sanitizeError(text).length <= 280,
      ),
    );
  });

  it('separates the text around an object, so that no credential is joined', () => {
    expect(sanitizeError('AK{"a":1}IAIOSFODNN7EXAMPLE')).toBe('AK IAIOSFODNN7EXAMPLE');
    expect(sanitizeError('hvs{}.CAESIJabc')).toBe('hvs .CAESIJabc');
  });

  const CREDENTIAL = credentials();

  it('redacts every part of a credential in any context', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        CREDENTIAL,
        fc.string({ unit: 'binary' }),
        (before, one, after) => {
          fc.pre(!holdsPiece(one.body, `${before} ${after}`));
          expectGone(one.body, sanitizeError(`${before}${one.head}${one.body}${after}`));
        },
      ),
      { numRuns: randomCases(2000, 20_000) },
    );
  });

  it('redacts a credential that crosses the limit at any offset', () => {
    fc.assert(
      fc.property(
        CREDENTIAL,
        fc.integer({ min: 180, max: 285 }),
        fc.constantFrom(' ', 'a', '-', '"'),
        (one, at, edge) => {
          const text = `${'word '.repeat(60).slice(0, at)}${edge}${one.head}${one.body} tail`;
          const shown = sanitizeError(text);
          expectGone(one.body, shown);
          expect(shown.length).toBeLessThanOrEqual(280);
        },
      ),
      { numRuns: randomCases(1000, 10_000) },
    );
  });

  it('redacts a credential interleaved with objects', () => {
    fc.assert(
      fc.property(fc.json(), CREDENTIAL, fc.json(), fc.string(), (before, one, after, rest) => {
        fc.pre(!holdsPiece(one.body, `${before} ${after} ${rest}`));
        expectGone(one.body, sanitizeError(`${rest} ${before} ${one.head}${one.body} ${after}${rest}`));
        expectGone(one.body, sanitizeError(`x ${JSON.stringify({ [rest]: one.head + one.body })} y`));
      }),
      { numRuns: randomCases(1000, 10_000) },
    );
  });

  it('is unchanged by the worker after the api has sanitized it', () => {
    const noise = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.json(),
      CREDENTIAL.map((one) => one.head + one.body),
    );
    fc.assert(
      fc.property(fc.array(noise, { maxLength: 8 }), (parts) => {
        const once = sanitizeError(parts.join(' '));
        expect(sanitizeError(once)).toBe(once);
      }),
      { numRuns: randomCases(2000, 20_000) },
    );
  });
});

/** A credential as people paste them: how it begins, and the part that must not be seen. */
function credentials(): fc.Arbitrary<{ head: string; body: string }> {
  const of = (alphabet: string, least: number, most: number): fc.Arbitrary<string> =>
    fc.string({ unit: fc.constantFrom(...alphabet), minLength: least, maxLength: most });
  const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
  const word = `${upper}abcdefghijklmnopqrstuvwxyz_-`;
  const kinds: [string, fc.Arbitrary<string>][] = [
    ['AKIA', of(upper, 16, 16)],
    ['ASIA', of(upper, 16, 16)],
    ['hvs.', of(word, 20, 95)],
    ['hvb.', of(word, 20, 95)],
    ['ya29.', of(word, 20, 95)],
    ['eyJ', of(`${word}.`, 20, 95)],
    ['ghp_', of(word, 20, 40)],
    ['password=', of(word, 8, 40)],
    ['X-Vault-Token: ', of(word, 8, 40)],
    ['Authorization: Bearer ', of(word, 8, 40)],
  ];
  return fc.oneof(...kinds.map(([head, body]) => body.map((text) => ({ head, body: text }))));
}

/** By chance the text around a credential may hold a part of it. */
function holdsPiece(body: string, around: string): boolean {
  return pieces(body).some((piece) => around.includes(piece));
}

/** No eight characters in a row of the credential are in the text. */
function expectGone(body: string, text: string): void {
  for (const piece of pieces(body)) expect(text).not.toContain(piece);
}

/** Returns all that are eight characters long. */
function pieces(body: string): string[] {
  return Array.from({ length: Math.max(0, body.length - 7) }, (_, at) => body.slice(at, at + 8));
}
