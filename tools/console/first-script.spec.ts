import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { type PageFiles, pageFiles } from './first-script.js';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const chunk = (fileName: string, imports: string[], page?: string) => ({
  ...{ type: 'chunk', fileName, imports, isEntry: fileName === 'index' },
  facadeModuleId: page === undefined ? null : `/apps/console/src/pages/${page}/page.tsx`,
});

/** Returns the files that first.js requests at a path. */
function filesAt({ files, pages }: PageFiles, address: string): string[] {
  const [, needed = []] = pages.find(([pattern]) => new RegExp(pattern).test(address)) ?? [];
  return needed.map((index) => files[index]!);
}

describe('the files of a page that its address tells', () => {
  const routes = new Map([
    ['request', ['/requests/$id']],
    ['ask', ['/requests/new']],
    ['policy', ['/policies/new', '/policies/$id']],
    ['home', ['/']],
  ]);
  const found = pageFiles(routes, [
    chunk('index', ['frame']),
    chunk('frame', []),
    chunk('kit', ['frame', 'icons']),
    chunk('icons', ['kit']),
    chunk('request', ['kit', 'index'], 'request'),
    chunk('ask', ['frame'], 'ask'),
    chunk('policy', ['icons'], 'policy'),
    chunk('home', [], 'home'),
  ]);

  it.each([
    ['/', ['home']],
    ['/requests/0197', ['request', 'kit', 'icons']],
    ['/requests/0197/', ['request', 'kit', 'icons']],
    ['/requests/new', ['ask']],
    ['/policies/new', ['policy', 'icons', 'kit']],
    ['/requests/0197/reveal', []],
    ['/requests', []],
    ['/nothing', []],
  ])('at %s are %j', (address, files) => expect(filesAt(found, address)).toEqual(files));
});

describe('the first script of the built console', () => {
  const assets = readdirSync(at('dist/console/assets'));
  const script = readFileSync(
    at(`dist/console/assets/${assets.find((name) => /^first-\w+\.js$/.test(name))!}`),
    'utf8',
  );
  const built = JSON.parse(/= (\{"files":.*\});/.exec(script)![1]!) as PageFiles;

  it('knows files of every page, and none that is not there', () => {
    expect(built.pages.filter(([, files]) => files.length === 0)).toEqual([]);
    const sources = readdirSync(at('apps/console/src/pages'));
    expect(new Set(built.pages.map(([, files]) => files[0])).size).toBe(sources.length);
    expect(built.files.filter((file) => !assets.includes(file.replace('assets/', '')))).toEqual([]);
  });
});
