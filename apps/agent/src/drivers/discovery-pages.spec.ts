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

  it('hold about 4 MiB at most, and a secret beyond that alone', async () => {
    const large = (ref: string, size: number) => secret(ref, { labels: { text: 'x'.repeat(size) } });
    const pages = await pagesOf([large('a', 3_000_000), large('b', 3_000_000), large('c', 5_000_000)]);
    expect(pages.map((page) => page.map(({ ref }) => ref))).toEqual([['a'], ['b'], ['c']]);
  });

  it('name each secret once', async () => {
    const [page] = await pagesOf([secret('a', { version: '1' }), secret('b'), secret('a', { version: '2' })]);
    expect(page!.map(({ ref }) => ref)).toEqual(['a', 'b']);
  });

  it('hold the first keys and labels of a secret that has more than can be told', async () => {
    const names = Array.from({ length: 1500 }, (_, index) => `n${index}`);
    const labels = Object.fromEntries(names.map((name) => [name, 'v']));
    const [[told]] = (await pagesOf([secret('a', { keys: names, labels })])) as [[DiscoveredSecret]];
    expect(told.keys).toEqual(names.slice(0, 1000));
    expect(Object.keys(told.labels)).toEqual(names.slice(0, 64));
  });

  it('are none where nothing was found', async () => {
    expect(await pagesOf([])).toEqual([]);
  });
});
