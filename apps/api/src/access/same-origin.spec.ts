import { describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import { SameOrigin } from './same-origin.js';

const PUBLIC = 'https://countersign.example';
const COOKIE = { cookie: 'svc_session=abc' };
const call = (method: string, headers: Record<string, string>) => ({ method, headers }) as unknown as Request;

describe('the cross-site check', () => {
  const check = (
    method: string,
    headers: Record<string, string>,
    alsoGet = false,
    origin: string | null = PUBLIC,
  ) => {
    try {
      new SameOrigin(origin).check(call(method, headers), alsoGet);
      return 'passes';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  it.each([
    ['a form of another site', { ...COOKIE, 'sec-fetch-site': 'cross-site' }],
    ['a page of a sibling subdomain', { ...COOKIE, 'sec-fetch-site': 'same-site' }],
    ['another origin', { ...COOKIE, origin: 'https://evil.example' }],
    ['an opaque origin', { ...COOKIE, origin: 'null' }],
    ['a sign-in that another site submits', { origin: 'https://evil.example' }],
    [
      "a cookie beside an agent's header",
      { ...COOKIE, 'x-agent-secret': 'x', 'sec-fetch-site': 'cross-site' },
    ],
    ['a look-alike origin', { ...COOKIE, origin: `${PUBLIC}.evil.example` }],
  ])('refuses %s', (_name, headers) => {
    expect(check('POST', headers)).toBe('cross_site_request_refused');
  });

  it.each([
    ['our own page', { ...COOKIE, 'sec-fetch-site': 'same-origin', origin: PUBLIC }],
    ['an address typed by hand', { ...COOKIE, 'sec-fetch-site': 'none' }],
    ['our own origin', { ...COOKIE, origin: PUBLIC }],
    ['a program that sends neither header', COOKIE],
    ['a bearer call, wherever it comes from', { authorization: 'Bearer x', origin: 'https://evil.example' }],
    ['an agent', { 'x-agent-secret': 'x', origin: 'https://evil.example' }],
  ])('allows %s', (_name, headers) => {
    for (const method of ['POST', 'PUT', 'DELETE']) expect(check(method, headers)).toBe('passes');
  });

  it('checks a GET only if it has an effect', () => {
    const crossSite = { ...COOKIE, 'sec-fetch-site': 'cross-site' };
    expect(check('GET', crossSite)).toBe('passes');
    expect(check('GET', crossSite, true)).toBe('cross_site_request_refused');
  });

  it('compares with the Host header when no public origin is configured', () => {
    const headers = { ...COOKIE, host: 'localhost:8080', origin: 'http://localhost:8080' };
    expect(check('POST', headers, false, null)).toBe('passes');
    expect(check('POST', { ...headers, origin: 'http://localhost:9090' }, false, null)).toBe(
      'cross_site_request_refused',
    );
  });
});
