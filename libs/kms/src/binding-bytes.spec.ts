import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bindingBytes } from './binding-bytes.js';

describe('bindingBytes', () => {
  it('prefixes each text with its length and sorts the members', () => {
    const bytes = Buffer.from('\0\0\0\x01L\0\0\0\x01a\0\0\0\x02é\0\0\0\x01b\0\0\0\0', 'utf8');
    expect(bindingBytes('L', { b: '', a: 'é' })).toEqual(bytes);
  });

  it('distinguishes maps whose concatenated texts are equal', () => {
    const maps: Record<string, string>[] = [
      { a: 'b', c: 'd' },
      { ab: '', c: 'd' },
      { a: 'bc', d: '' },
      { abcd: '' },
    ];
    expect(new Set(maps.map((map) => bindingBytes('L', map).toString('hex'))).size).toBe(maps.length);
    expect(bindingBytes('La', { b: 'c' })).not.toEqual(bindingBytes('L', { ab: 'c' }));
  });

  it('returns equal bytes for equal maps only', () => {
    const map = fc.dictionary(fc.string({ maxLength: 3 }), fc.string({ maxLength: 3 }));
    fc.assert(
      fc.property(map, map, (left, right) => {
        const sorted = (each: Record<string, string>) => JSON.stringify(Object.entries(each).sort());
        expect(bindingBytes('L', left).equals(bindingBytes('L', right))).toBe(sorted(left) === sorted(right));
      }),
    );
  });

  it('rejects text that is not valid Unicode', () => {
    const faulty: Record<string, string>[] = [{ a: '\ud800' }, { '\udc00': '' }];
    for (const map of faulty) expect(() => bindingBytes('L', map)).toThrow(TypeError);
  });
});
