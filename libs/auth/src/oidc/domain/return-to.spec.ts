import { describe, expect, it } from '@jest/globals';
import { safeReturnTo, withSignInError } from './return-to.js';

describe('safeReturnTo', () => {
  it.each([
    '/',
    '/requests',
    '/requests?status=pending&x=1',
    '/a/b#top',
    '/a%2Fb',
    '/%5Cx',
    '/a//b',
    '/?u=//x',
  ])('keeps %j', (path) => expect(safeReturnTo(path)).toBe(path));

  it.each([
    '//x',
    '///x',
    '/\\x',
    '\\\\x',
    '/a\\b',
    'https:x',
    'https://x',
    'javascript:alert(1)',
    'x',
    '',
    '?x',
    '/\r\nSet-Cookie: x',
    '/x\n',
    '/\t/x',
    '/ /x',
    ' /x',
    '/\u0000x',
    '/..//x',
    '/.//x',
    '/a/../..//x',
    '/%2e%2e//x',
    `/${'x'.repeat(2048)}`,
    undefined,
    null,
    7,
    ['/x'],
    { path: '/x' },
  ])('returns / for %j', (value) => expect(safeReturnTo(value)).toBe('/'));

  it('never leaves the origin when a browser resolves it', () => {
    const pieces = ['/', '\\', '.', '..', '%2e', '\t', '@', ':', 'x', '?', '#', '%5c', '\u00a0', '\u3002'];
    const all = pieces.flatMap((a) => pieces.flatMap((b) => pieces.map((c) => `/${a}${b}${c}/evil.test`)));
    for (const value of all) {
      const url = new URL(safeReturnTo(value), 'https://own.test');
      expect([value, url.origin]).toEqual([value, 'https://own.test']);
      expect(new URL(withSignInError(value), 'https://own.test').origin).toBe('https://own.test');
    }
  });

  it('withSignInError adds the error to the query', () => {
    expect(withSignInError('/')).toBe('/?error=sign_in_failed');
    expect(withSignInError('/a?b=1#c')).toBe('/a?b=1&error=sign_in_failed#c');
    expect(withSignInError('/a?error=other')).toBe('/a?error=sign_in_failed');
  });
});
