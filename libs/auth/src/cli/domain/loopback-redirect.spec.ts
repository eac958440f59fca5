import { describe, expect, it } from '@jest/globals';
import { LOOPBACK_REDIRECT, redirectWith } from './loopback-redirect.js';

describe('a loopback redirect', () => {
  it.each([
    'http://127.0.0.1:1/',
    'http://127.0.0.1:65535/',
    'http://127.0.0.1:59999/',
    'http://127.0.0.1:60000/',
    'http://127.0.0.1:64999/',
    'http://127.0.0.1:65499/',
    'http://127.0.0.1:65529/',
    'http://127.0.0.1:41234/callback',
    'http://[::1]:41234/',
    `http://[::1]:65535/${'a'.repeat(64)}`,
  ])('allows %s', (uri) => {
    expect(LOOPBACK_REDIRECT.test(uri)).toBe(true);
    const url = new URL(redirectWith(uri, { code: 'a b&c', state: 's' }));
    expect([url.hostname, url.searchParams.get('code')]).toEqual([new URL(uri).hostname, 'a b&c']);
  });

  it.each([
    '',
    'http://127.0.0.1/',
    'http://127.0.0.1:41234',
    'http://127.0.0.1:0/',
    'http://127.0.0.1:65536/',
    'http://127.0.0.1:65540/',
    'http://127.0.0.1:65600/',
    'http://127.0.0.1:66000/',
    'http://127.0.0.1:70000/',
    'http://127.0.0.1:100000/',
    'http://127.0.0.1:041234/',
    'https://127.0.0.1:41234/',
    'HTTP://127.0.0.1:41234/',
    'http://localhost:41234/',
    'http://127.0.0.2:41234/',
    'http://127.1:41234/',
    'http://2130706433:41234/',
    'http://0x7f.0.0.1:41234/',
    'http://127.0.0.1.:41234/',
    'http://127.0.0.1.evil.test:41234/',
    'http://127.0.0.1:41234@evil.test/',
    'http://evil.test/@127.0.0.1:41234/',
    'http://a@127.0.0.1:41234/',
    'http://127.0.0.1:41234\\@evil.test/',
    'http://127.0.0.1:41234/?next=x',
    'http://127.0.0.1:41234/#x',
    'http://127.0.0.1:41234/../x',
    'http://127.0.0.1:41234/a/b',
    'http://127.0.0.1:41234/%2e',
    'http://127.0.0.1:41234/\r\nLocation: x',
    'http://127.0.0.1:41234/\n',
    ' http://127.0.0.1:41234/',
    'http://[::1%25lo]:41234/',
    'http://[::ffff:127.0.0.1]:41234/',
    'http://[0:0:0:0:0:0:0:1]:41234/',
    'http://0.0.0.0:41234/',
    'javascript:alert(1)',
    'file:///tmp/x',
    'com.example.app:/callback',
    `http://127.0.0.1:41234/${'a'.repeat(65)}`,
  ])('rejects %j', (uri) => expect(LOOPBACK_REDIRECT.test(uri)).toBe(false));
});
