import { describe, expect, it } from '@jest/globals';
import { takeKeyValues } from './key-values.js';

const base64 = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64');
const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);

describe('the values of a patch', () => {
  it('are extracted from the body as SecretBytes, byte for byte', () => {
    const large = Buffer.alloc(64 * 1024, everyByte);
    const sent = { bytes: base64(everyByte), empty: '', large: base64(large), 'a/b.c-d_e': base64('ü🔑') };
    const body: { key_values?: object } = { key_values: sent };
    const values = takeKeyValues(body);
    expect(body.key_values).toBeUndefined();
    expect([...values].map(([name, value]) => [name, Buffer.from(value.reveal())])).toEqual([
      ['bytes', Buffer.from(everyByte)],
      ['empty', Buffer.alloc(0)],
      ['large', large],
      ['a/b.c-d_e', Buffer.from('ü🔑')],
    ]);
    expect(JSON.stringify([...values.values()])).not.toContain(base64(everyByte));
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a list', ['YQ==']],
    ['text', 'YQ=='],
    ['no key', {}],
    ['too many keys', Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`k${n}`, 'YQ==']))],
    ['a bad key name', { 'a b': 'YQ==' }],
    ['a number', { k: 1 }],
    ['a nested object', { k: { v: 'YQ==' } }],
    ['base64 without padding', { k: 'YQ' }],
    ['base64 with spare bits', { k: 'YR==' }],
    ['the URL alphabet', { k: '-_-_' }],
    ['white space', { k: 'YQ==\n' }],
    ['a value over 64 KiB', { k: base64(Buffer.alloc(64 * 1024 + 1)) }],
  ])('are rejected as %s, without quoting the input', (_, keyValues) => {
    const refused = (): unknown => takeKeyValues({ key_values: keyValues as object });
    expect(refused).toThrow(expect.objectContaining({ code: 'validation_failed' }));
    try {
      refused();
    } catch (error) {
      expect(JSON.stringify(error)).not.toMatch(/YQ|YR|-_-_/);
    }
  });
});
