import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { blocksOf, prints } from './page.js';

const FOLDER = 'docs/walkthroughs';
const PAGES = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));

/** What the test does in another way than the reader: all of it, so that it stays little. */
const MARKED = {
  'aws.md': [],
  'azure.md': ['make the vault', 'make the identity', 'make the secret', 'look', 'remove'],
  'google.md': ['make the secret', 'make the identity', 'look', 'remove'],
  'kubernetes.md': ['make the namespace', 'make the account', 'look', 'remove'],
  'openbao.md': ['build', 'start the store'],
};

describe('The walkthroughs', () => {
  it.each(PAGES)('have only commands and output that the test covers (%s)', (name) => {
    const fences = readFileSync(`${FOLDER}/${name}`, 'utf8').match(/^ *```.*$/gm) ?? [];
    const opening = fences.filter((_, index) => index % 2 === 0);
    expect(new Set(opening)).toEqual(new Set(['```sh', '```text']));
    expect(opening.filter((fence) => fence === '```sh')).toHaveLength(blocksOf(`${FOLDER}/${name}`).length);
  });

  it('mark only the listed blocks as ones that run differently', () => {
    const marks = (name: string) => blocksOf(`${FOLDER}/${name}`).flatMap(({ mark }) => mark ?? []);
    expect(Object.fromEntries(PAGES.map((name) => [name, marks(name)]))).toEqual(MARKED);
  });
});

describe('The output of a block', () => {
  it.each([
    ['a\nb', 'a\nb\n', true],
    ['a\nb', 'a\nb\nc\n', false],
    ['a', 'b\na', false],
    ['agent … is …', 'agent 7f is ready', true],
    ['agent … is', 'agent 7f\nis', false],
    ['a\n…\nz', 'a\nz', true],
    ['a\n…\nz', 'a\nb\nc\nz', true],
    ['a\n…\nz', 'a\nb\nc', false],
    ['a.c (x)', 'abc (x)', false],
    ['', '', true],
  ])('that is to be %j and is %j is accepted: %s', (expected, printed, kept) => {
    expect(prints(expected, printed)).toBe(kept);
  });
});
