import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Known } from './leak.js';
import { LeakSearch } from './leak-search.js';

// Not the marker of the run: what is planted here makes no run fail.
const MARKER = 'kQ3vT8mZx5LwB2nRj7Yd';
const VALUE = `${MARKER}/ü€ "4e1b"&d8a0>>>?`;
const known: Known = { label: 'a planted value', value: VALUE, madeBy: 'test' };
const search = new LeakSearch([known], MARKER);
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const formsIn = (content: string | Buffer): string[] => search.in(content).map(({ form }) => form);

describe('the search for leaked values', () => {
  it.each<[string, string, string | Buffer]>([
    ['as it is', 'raw', VALUE],
    ['between other bytes', 'raw', Buffer.concat([Buffer.of(0xff, 0), Buffer.from(VALUE), Buffer.of(0x80)])],
    ['in UTF-16', 'UTF-16', Buffer.from(`a${VALUE}`, 'utf16le')],
    ['in lower case', 'lower case', VALUE.toLowerCase()],
    ['in upper case', 'upper case', VALUE.toUpperCase()],
    ['in JSON', 'JSON', JSON.stringify({ password: VALUE })],
    [
      'in JSON of ASCII alone',
      'JSON in ASCII',
      JSON.stringify(VALUE).replace('ü', '\\u00fc').replace('€', '\\u20ac'),
    ],
    ['in a URL', 'URL', `/a?b=${encodeURIComponent(VALUE)}&c`],
    ['in a form', 'form', new URLSearchParams({ a: VALUE }).toString()],
    ['in hex', 'hex', Buffer.from(VALUE).toString('hex')],
    ['in HEX', 'hex', Buffer.from(VALUE).toString('hex').toUpperCase()],
    ['in base64', 'base64', base64(VALUE)],
    ['in base64 of a longer text', 'base64', base64(`1${VALUE}1`)],
    ['in base64 of a text longer by two', 'base64', base64(`12${VALUE}12`)],
    ['in base64url', 'base64url', Buffer.from(`123${VALUE}`).toString('base64url')],
    ['as its hash', 'sha256 in hex', sha256(VALUE).toString('hex')],
    ['as its hash in base64', 'sha256 in base64', sha256(VALUE).toString('base64')],
  ])('finds a value %s, and reports whose it is', (_, form, content) => {
    const finds = search.in(content);
    expect(finds).toContainEqual({ label: 'a planted value', form, madeBy: 'test' });
    expect(JSON.stringify(finds)).not.toContain(MARKER);
  });

  it('finds a part of a value, and an unregistered one', () => {
    for (const content of [VALUE.slice(0, -3), `${MARKER}-never named`])
      expect(search.in(`x${content}`)).toEqual([{ label: 'a value of a test', form: 'raw', madeBy: 'test' }]);
  });

  it('finds double encodings', () => {
    const hexOfBase64 = Buffer.from(base64(`{"a":"${MARKER}"}`)).toString('hex');
    expect(formsIn(hexOfBase64)).toContain('base64 in hex');
    for (const pad of ['', '1', '12'])
      expect(formsIn(base64(`${pad}{"value":"${base64(`${pad}${MARKER}`)}"}`))).not.toEqual([]);
  });

  it('finds a credential of the service in the clear and decoded, but not its hash', () => {
    const token = sha256('a token').toString('base64url');
    const seed = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
    const made = (value: string): Known => ({ label: 'handed out', value, madeBy: 'service' });
    const finds = (content: string | Buffer): number =>
      new LeakSearch([made(token), made(seed)]).in(content).length;
    for (const content of [token, base64(`a${token}`), seed, Buffer.from(token, 'base64url')])
      expect(finds(content)).toBeGreaterThan(0);
    // RFC 4648: JBSWY3DPEHPK3PXP stands for "Hello!" and four bytes.
    expect(finds(Buffer.from('48656c6c6f21deadbeef48656c6c6f21deadbeef', 'hex'))).toBeGreaterThan(0);
    expect(finds(sha256(token).toString('hex'))).toBe(0);
  });

  it('finds nothing in similar texts', () => {
    const near = [MARKER.slice(1), MARKER.slice(0, -1), base64(MARKER).slice(4), '', 'kQ3vT8mZ'];
    expect(near.flatMap((text) => formsIn(text.repeat(3)))).toEqual([]);
  });
});
