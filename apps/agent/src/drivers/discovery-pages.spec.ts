import { describe, expect, it } from '@jest/globals';
import { discoveryPages } from './discovery-pages.js';
import type { DiscoveredSecret } from './store-driver.js';

async function pagesOf(secrets: DiscoveredSecret[]): Promise<DiscoveredSecret[][]> {
  async function* all() {
    yield* secrets;
  }
  const pages: DiscoveredSecret[][] = [];
  for await (const page of discoveryPages(all())) pages.push(page);
  return pages;
}

const secret = (ref: string, rest: Partial<DiscoveredSecret> = {}) => ({
  ref,
  keys: [],
  labels: {},
  ...rest,
});

describe('pages of discovered secrets', () => {
  it('hold 1,000 secrets at most', async () => {
    const pages = await pagesOf(Array.from({ length: 2001 }, (_, index) => secret(`s${index}`)));
    expect(pages.map((page) => page.length)).toEqual([1000, 1000, 1]);
  });

  it('hold about 4 MiB at most', async () => {
    const keys = Array.from({ length: 1000 }, (_, index) => String(index).padStart(256, 'k'));
    const secrets = Array.from({ length: 20 }, (_, index) => secret(`s${index}`, { keys }));
    const pages = await pagesOf(secrets);
    expect(pages.map((page) => page.length)).toEqual([16, 4]);
    for (const page of pages) expect(JSON.stringify(page).length).toBeLessThan(4.1 * 1024 * 1024);
  });

  it('name each secret once', async () => {
    const [page] = await pagesOf([secret('a', { version: '1' }), secret('b'), secret('a', { version: '2' })]);
    expect(page!.map(({ ref }) => ref)).toEqual(['a', 'b']);
  });

  it('skip a label that the bulk route would reject', async () => {
    const labels = {
      'a\\b': '1',
      'a\nb': '2',
      ['n'.repeat(321)]: '3',
      long: 'v'.repeat(1025),
      kept: 'v'.repeat(1024),
    };
    const [[told]] = (await pagesOf([secret('a', { labels })])) as [[DiscoveredSecret]];
    expect(Object.keys(told.labels)).toEqual(['kept']);
  });

  it('contain the first keys and labels of a secret with too many', async () => {
    const names = Array.from({ length: 1500 }, (_, index) => `n${index}`);
    const labels = Object.fromEntries(names.map((name) => [name, 'v']));
    const [[told]] = (await pagesOf([secret('a', { keys: names, labels })])) as [[DiscoveredSecret]];
    expect(told.keys).toEqual(names.slice(0, 1000));
    expect(Object.keys(told.labels)).toEqual(names.slice(0, 64));
  });

  it('are empty if nothing was found', async () => {
    expect(await pagesOf([])).toEqual([]);
  });
});
