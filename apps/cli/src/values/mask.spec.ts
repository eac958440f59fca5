import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Mask, needlesOf } from './mask.js';
import { Value } from './value.js';

const masked = (chunks: readonly string[], ...values: string[]) =>
  text(
    Readable.from(chunks.map((each) => Buffer.from(each))).pipe(
      new Mask(needlesOf(values.map((each) => new Value('K', Buffer.from(each))))),
    ),
  );

describe('a mask', () => {
  it.each([
    ['a value', ['xsecretx'], ['secret'], 'x***x'],
    ['a value in parts', ['xse', 'c', 'retx'], ['secret'], 'x***x'],
    ['a value that begins twice', ['sesecret'], ['secret'], 'se***'],
    ['the longer of two', ['secrets'], ['secret', 'secrets'], '***'],
    ['a beginning at the end', ['x', 'secre'], ['secret'], 'xsecre'],
    ['a line of a value', ['x first line x'], ['first line\nsecond line'], 'x *** x'],
    ['nothing of a short value', ['a1b'], ['1'], 'a1b'],
  ])('replaces %s', async (_, chunks, values, expected) => {
    expect(await masked(chunks, ...values)).toBe(expected);
  });

  it('does so however the output is split into chunks', async () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 40 });
    const value = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 4, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(letters, value, fc.array(fc.nat(40)), async (output, secret, cuts) => {
        const places = [
          0,
          ...cuts.map((cut) => cut % (output.length + 1)).sort((a, b) => a - b),
          output.length,
        ];
        const chunks = places.slice(1).map((to, at) => output.slice(places[at], to));
        expect(await masked(chunks, secret)).toBe(output.replaceAll(secret, '***'));
      }),
      { numRuns: 200 },
    );
  });
});
