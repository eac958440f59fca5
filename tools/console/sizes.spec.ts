import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { sizesOf } from './sizes.js';

/** Bytes after gzip. */
const [FIRST_LOAD, FRAME, PAGE, CSS] = [130_000, 5_000, 35_000, 15_000];

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const tooLarge = (sizes: Readonly<Record<string, number>>): [string, number][] =>
  Object.entries(sizes).filter(([, size]) => size >= PAGE);

describe('the built console', () => {
  const sizes = sizesOf(at('dist/console'), at('apps/console'));

  it('keeps its budget: 130 kB for the first load, 35 kB for each page and each dialog, 15 kB of styles', () => {
    expect(sizes.firstLoad).toBeLessThan(FIRST_LOAD);
    expect(sizes.frame).toBeLessThan(FRAME);
    expect(sizes.css).toBeLessThan(CSS);
    expect(tooLarge(sizes.pages)).toEqual([]);
    expect(tooLarge(sizes.onDemand)).toEqual([]);
  });

  it('has no script outside of the budget', () => {
    expect(sizes.uncounted).toEqual([]);
    expect(Object.keys(sizes.pages)).toContain('src/pages/request/page.tsx');
    expect(Object.keys(sizes.onDemand)).toContain('src/pages/request/reject-dialog.tsx');
    // These come by themselves.
    expect(Object.keys(sizes.onDemand)).not.toContain('src/pages/request/approver-facts.tsx');
  });
});
