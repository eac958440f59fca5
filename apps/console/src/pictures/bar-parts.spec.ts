import { describe, expect, it } from '@jest/globals';
import { barParts } from './bar-parts.js';

describe('the bars of a chart', () => {
  it('are as high as their share of the highest, one part above the other', () => {
    const { top, parts } = barParts([
      { key: 'a', parts: [1, 0, 3] },
      { key: 'b', parts: [2] },
    ]);
    expect(top).toBe(4);
    expect(parts).toEqual([
      { key: 'a 0', of: 0, x: 0, y: 75, height: 25 },
      { key: 'a 2', of: 2, x: 0, y: 0, height: 75 },
      { key: 'b 0', of: 0, x: 1, y: 50, height: 50 },
    ]);
  });

  it('are empty without data', () => {
    expect(barParts([])).toEqual({ top: 0, parts: [] });
    expect(barParts([{ key: 'a', parts: [0, 0] }])).toEqual({ top: 0, parts: [] });
  });
});
