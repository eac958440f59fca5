import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { sizesOf } from './sizes.js';

/** Bytes after gzip. */
const [FIRST_LOAD, PAGE, CSS] = [130_000, 35_000, 15_000];

describe('the built console', () => {
  const sizes = sizesOf(fileURLToPath(new URL('../../dist/console', import.meta.url)));

  it('keeps its budget: 130 kB for the first load, 35 kB for each page, 15 kB of styles', () => {
    expect(sizes.firstLoad).toBeLessThan(FIRST_LOAD);
    expect(sizes.css).toBeLessThan(CSS);
    expect(Object.keys(sizes.pages)).not.toEqual([]);
    expect(Object.entries(sizes.pages).filter(([, size]) => size >= PAGE)).toEqual([]);
  });
});
