import { afterEach, describe, expect, it } from '@jest/globals';
import { proxyFor } from './proxy.js';

const PROXY = 'http://proxy.test:3128';
const OTHER = 'http://other.test:3128';
const NAMES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'NO_PROXY', 'no_proxy'];

afterEach(() => {
  for (const name of NAMES) delete process.env[name];
});

const proxyOf = (url: string, variables: Readonly<Record<string, string>>): string | null => {
  Object.assign(process.env, variables);
  return proxyFor(new URL(url));
};

describe('the proxy', () => {
  it.each<[string, Record<string, string>, string, string | null]>([
    ['none by default', {}, 'https://a.test', null],
    ['that of HTTPS_PROXY', { HTTPS_PROXY: PROXY }, 'https://a.test', PROXY],
    ['that of HTTP_PROXY, where there is no other', { HTTP_PROXY: PROXY }, 'https://a.test', PROXY],
    ['that of https', { HTTPS_PROXY: PROXY, HTTP_PROXY: OTHER }, 'https://a.test', PROXY],
    ['none of https for http', { HTTPS_PROXY: PROXY }, 'http://localhost', null],
    ['that in small letters first', { https_proxy: PROXY, HTTPS_PROXY: OTHER }, 'https://a.test', PROXY],
    ['that which is not empty', { https_proxy: '', HTTPS_PROXY: PROXY }, 'https://a.test', PROXY],
  ])('is %s', (_, variables, url, expected) => {
    expect(proxyOf(url, variables)).toBe(expected);
  });

  it.each([
    ['a.test', 'https://a.test', null],
    ['A.Test', 'https://a.test', null],
    ['b.test, a.test', 'https://a.test', null],
    ['b.test a.test', 'https://a.test', null],
    ['a.test', 'https://deep.in.a.test', null],
    ['.a.test', 'https://in.a.test', null],
    ['*.a.test', 'https://in.a.test', null],
    ['a.test:443', 'https://a.test', null],
    ['a.test:8443', 'https://a.test:8443', null],
    ['*', 'https://a.test', null],
    ['127.0.0.1', 'https://127.0.0.1:8443', null],
    ['[::1]', 'https://[::1]:8443', null],
    ['[::1]:8443', 'https://[::1]:8443', null],
    ['b.test', 'https://a.test', PROXY],
    ['a.test', 'https://nota.test', PROXY],
    ['in.a.test', 'https://a.test', PROXY],
    ['a.test:8443', 'https://a.test', PROXY],
    ['.', 'https://a.test', PROXY],
    [',', 'https://a.test.', PROXY],
  ])('with NO_PROXY=%j for %s: %s', (names, url, expected) => {
    expect(proxyOf(url, { HTTPS_PROXY: PROXY, NO_PROXY: names })).toBe(expected);
  });
});
