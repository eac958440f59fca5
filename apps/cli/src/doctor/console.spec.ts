import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createClient } from '#client';
import { checkConsole } from './console.js';

const FILES: Readonly<Record<string, string>> = {
  'index.html': '<!doctype html>',
  'assets/a.js': 'export {};',
};
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const MANIFEST = Object.entries(FILES)
  .map(([path, text]) => `${sha256(text)}  ${path}\n`)
  .join('');

/** Returns a client of a service that serves these files. */
const serving = (files: Readonly<Record<string, string>>) =>
  createClient({
    baseUrl: 'https://countersign.example.test',
    token: () => null,
    fetch: (request: Request) => {
      const text = files[new URL(request.url).pathname.slice(1) || 'index.html'];
      return Promise.resolve(text === undefined ? Response.json({}, { status: 404 }) : new Response(text));
    },
  });

describe('the served console', () => {
  it('matches the release if every file does', async () => {
    const more = { ...FILES, 'assets/b.js': 'loaded by nothing' };
    expect(await checkConsole(serving(more), MANIFEST)).toMatchObject({
      ...{ check: 'console', state: 'ok', detail: expect.stringContaining(`2 files, ${sha256(MANIFEST)}`) },
    });
  });

  it.each([
    [
      'a file differs',
      { ...FILES, 'assets/a.js': 'steal()' },
      '1 of 2 files differ or are missing (assets/a.js)',
    ],
    ['the page differs', { ...FILES, 'index.html': '<script>' }, '(index.html)'],
    ['there is none', {}, '2 of 2 files differ or are missing (index.html, assets/a.js)'],
  ])('differs if %s', async (_, files, detail) => {
    expect(await checkConsole(serving(files), MANIFEST)).toMatchObject({
      ...{ state: 'fail', detail: expect.stringContaining(detail) },
    });
  });

  it('can’t be checked by a program built without one', async () => {
    await expect(checkConsole(serving(FILES))).rejects.toMatchObject({ exit: 2 });
  });
});
