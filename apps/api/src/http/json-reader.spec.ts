import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readJson, readJsonInPieces } from './json-reader.js';

const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');
/** Of a value and all below it. */
const namesIn = (value: unknown): string[] => {
  const names: string[] = [];
  JSON.stringify(value, (name, member: unknown) => (names.push(name), member));
  return names;
};
const FAULTY: readonly (readonly [string, string])[] = [
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
  ['4,097 values', JSON.stringify(Array.from({ length: 4096 }, () => 0))],
  ['4,097 members', `{${Array.from({ length: 4096 }, (_, n) => `"${n}":0`).join(',')}}`],
  ['a text that does not end', '{"a":"\\\\\\"}'],
  ['brackets that do not match', '{"a":[1}]'],
];

describe('readJson', () => {
  it('returns what JSON.parse does for any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6, noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!text.includes('\\u0000') && !/\\ud[89a-f]/i.test(text) && !text.includes('__proto__'));
        fc.pre(!namesIn(value).some((name) => name.includes('\\')));
        expect(readJson(bytes(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each(FAULTY)('refuses %s', (_name, text) => {
    expect(() => readJson(bytes(text))).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  });

  it('accepts the same member name in different objects, and a string value that looks like one', () => {
    expect(readJson(bytes('{"a":{"a":1},"b":[{"a":"a"},{"a":"\\"a\\":"}]}'))).toEqual({
      a: { a: 1 },
      b: [{ a: 'a' }, { a: '"a":' }],
    });
  });

  it('rejects a duplicate member, wherever it is', () => {
    const texts = fc.oneof(fc.string(), fc.constantFrom(':', '"', '\\', '\\":"', '{"a":1}', '::"'));
    const names = texts.filter((text) => !text.includes('\\'));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(names, fc.oneof(texts, fc.integer(), fc.constant({}), fc.array(texts)))),
        names,
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

  it('rejects a member name with a backslash, and never confuses another name with it afterwards', () => {
    expect(() => readJson(bytes('{"h":[],"\\\\":0}'))).toThrow(
      expect.objectContaining({ code: 'validation_failed' }),
    );
    let names: string[] = [];
    try {
      names = Object.keys(readJson(bytes('{"h":1,"\\"":2}')) as object);
    } catch (error) {
      expect(error).toMatchObject({ code: 'validation_failed' });
    }
    expect(names).not.toContain('\\');
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

describe('readJsonInPieces', () => {
  const read = (text: string): Promise<unknown> => readJsonInPieces(bytes(text));
  const refused = expect.objectContaining({ code: 'validation_failed' });

  it('returns what JSON.parse does for any object, however long its lists are', async () => {
    const value = fc.jsonValue({ maxDepth: 2, noUnicodeString: false });
    const lists = fc.tuple(value, fc.integer({ min: 0, max: 1500 }));
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), lists), value, async (members, other) => {
        const repeated = Object.entries(members).map(([name, [item, times]]) => [
          name,
          Array.from({ length: times }, () => item),
        ]);
        const sent = { ...Object.fromEntries(repeated), other };
        const text = JSON.stringify(sent, null, 1);
        fc.pre(!text.includes('\\u0000') && !/\\ud[89a-f]/i.test(text) && !text.includes('__proto__'));
        fc.pre(!namesIn(sent).some((name) => name.includes('\\')));
        expect(JSON.stringify(await read(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: 20 },
    );
  }, 60_000);

  it.each(FAULTY.filter(([, text]) => !text.startsWith('[')))('refuses %s', async (_name, text) => {
    await expect(read(text)).rejects.toEqual(refused);
    await expect(read(`{"list":[{},${text},{}]}`)).rejects.toEqual(refused);
  });

  const long = `"${'x'.repeat(70_000)}"`;
  it.each([
    ['nothing behind the comma where it is cut', `{"a":[${long},]}`],
    ['nothing in front of the comma where it is cut', `{"a":[${' '.repeat(70_000)},1]}`],
    ['two commas where it is cut', `{"a":[${long},,${long}]}`],
    ['a list without an end', `{"a":[${long},1`],
    ['a list that ends as an object does', `{"a":[${long},1}}`],
    ['the same list twice', `{"a":[${long}],"a":[1]}`],
    ['a duplicate member in a later piece', `{"a":[${long},{"b":1,"b":2}]}`],
    ['more than one value', `{"a":[${long},1]} {"b":[]}`],
    ['bad UTF-8 in a later piece', `{"a":[${long},"\\ud800"]}`],
  ])('refuses %s', async (_name, text) => {
    await expect(read(text)).rejects.toEqual(refused);
  });

  it.each(['[[1,2],3]', '7', 'null'])('refuses %s: a body is an object', async (text) => {
    await expect(read(text)).rejects.toEqual(refused);
  });
});
