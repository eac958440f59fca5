import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readJson } from './json-reader.js';

const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');

describe('readJson', () => {
  it('gives what JSON.parse gives for any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6, noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!text.includes('\\u0000') && !/\\ud[89a-f]/i.test(text) && !text.includes('__proto__'));
        expect(readJson(bytes(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ['a duplicate member', '{"a":1,"a":2}'],
    ['a duplicate member, escaped differently', '{"a":1,"\\u0061":2}'],
    ['a duplicate member before a space and a colon', '{"a" :1,"a" \n:2}'],
    ['a __proto__ member', '{"__proto__":{"x":1}}'],
    ['an escaped __proto__ member', '{"\\u005f_proto__":1}'],
    ['a NUL in a string', '{"a":"\\u0000"}'],
    ['a lone high surrogate', '{"a":"\\ud800"}'],
    ['a lone low surrogate', '["\\udc00x"]'],
    ['65 levels', '['.repeat(65) + ']'.repeat(65)],
    ['10,000 levels', '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000)],
    ['text after the value', '{} {}'],
    ['no JSON', 'a=b'],
  ])('refuses %s', (_name, text) => {
    expect(() => readJson(bytes(text))).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  });

  it('accepts the same member name in different objects, and a string value that looks like one', () => {
    expect(readJson(bytes('{"a":{"a":1},"b":[{"a":"a"},{"a":"\\"a\\":"}]}'))).toEqual({
      a: { a: 1 },
      b: [{ a: 'a' }, { a: '"a":' }],
    });
  });

  it('refuses a member that is there twice, wherever it stands and whatever stands around it', () => {
    const texts = fc.oneof(fc.string(), fc.constantFrom(':', '"', '\\', '\\":"', '{"a":1}', '::"'));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(texts, fc.oneof(texts, fc.integer(), fc.constant({}), fc.array(texts)))),
        texts,
        (members, twice) => {
          fc.pre(twice !== '__proto__' && members.every(([name]) => name !== twice && name !== '__proto__'));
          const named = [...new Map(members)].map(
            ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
          );
          const once = [...named, `${JSON.stringify(twice)}:[{}]`];
          expect(readJson(bytes(`[{${once.join(',')}}]`))).toHaveLength(1);
          const again = [`${JSON.stringify(twice)}\n:null`, ...once];
          expect(() => readJson(bytes(`{"":[{${again.join(' ,')}}]}`))).toThrow('');
        },
      ),
    );
  });

  it('accepts a surrogate pair and 64 levels', () => {
    expect(readJson(bytes('"\\ud83d\\ude00"'))).toBe('😀');
    expect(readJson(bytes('['.repeat(64) + ']'.repeat(64)))).toBeDefined();
  });

  it.each([
    ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['an overlong encoding', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ['a byte order mark', Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d])],
  ])('refuses %s without quoting it', (_name, body) => {
    expect(() => readJson(body)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  });
});
