import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SecretBytes } from '#libs/secret-bytes';
import { textsOf, valuesOf } from '../testing/store-subject.js';
import { mergeContent, parseContent, readContent } from './secret-content.js';

const contentOf = (text: string) => parseContent(Buffer.from(text, 'utf8'));

describe('the content of a secret in a store without keys', () => {
  it('has the members of a JSON object as keys', () => {
    const content = contentOf(' {"user": "app", "port": 5432, "tls": {"on": true}}');
    expect(textsOf(readContent(content, ['port', 'tls', 'user']))).toEqual({
      user: 'app',
      port: '5432',
      tls: '{"on": true}',
    });
  });

  it.each(['hunter2', '', '["a"]', '"text"', '42', '{"broken": ', '-----BEGIN KEY-----'])(
    'is one whole value if it is %j',
    (text) => {
      expect(textsOf(readContent(contentOf(text), ['value']))).toEqual({ value: text });
      expect(() => readContent(contentOf(text), ['user'])).toThrow('key_not_found');
    },
  );

  it('is a whole value if it isn’t text', () => {
    const bytes = Uint8Array.of(0x7b, 0xff, 0x7d);
    expect([...readContent(parseContent(bytes), ['value']).get('value')!.reveal()]).toEqual([...bytes]);
  });

  it('does not contain an invalid value in an error', () => {
    const failed = () => readContent(contentOf('{"CANARY": '), ['CANARY']);
    expect(failed).toThrow(/^key_not_found$/);
  });
});

describe('merging into the content of a secret', () => {
  it('makes a new secret with only the key `value` a whole value, and any other an object', () => {
    expect(mergeContent(null, valuesOf({ value: 'hunter2' })).toString()).toBe('hunter2');
    expect(mergeContent(null, valuesOf({ value: 'a', user: 'b' })).toString()).toBe(
      '{"value":"a","user":"b"}',
    );
  });

  it('replaces a whole value only by the key `value`', () => {
    expect(mergeContent(contentOf('old'), valuesOf({ value: 'new' })).toString()).toBe('new');
    expect(() => mergeContent(contentOf('old'), valuesOf({ user: 'x' }))).toThrow('secret_not_keyed');
    expect(mergeContent(contentOf('{"a":"1"}'), valuesOf({ value: 'x' })).toString()).toBe(
      '{"a":"1","value":"x"}',
    );
  });

  it('returns every set value, and all others unchanged', () => {
    const texts = fc.dictionary(fc.string({ minLength: 1 }), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(texts, texts, (before, changes) => {
        fc.pre(Object.keys(changes).length > 0);
        const merged = mergeContent(contentOf(JSON.stringify(before)), valuesOf(changes));
        const expected = { ...before, ...changes };
        expect(textsOf(readContent(parseContent(merged), Object.keys(expected)))).toEqual(expected);
      }),
    );
  });

  it('rejects bytes that JSON can’t represent', () => {
    const changes = new Map([['k', SecretBytes.from(Uint8Array.of(0xc3, 0x28))]]);
    expect(() => mergeContent(contentOf('{}'), changes)).toThrow('value_not_utf8');
  });
});
