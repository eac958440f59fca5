import { describe, expect, it } from '@jest/globals';
import { rulesMovedByCap } from './moved-rules.js';

const RULES = [0, 800, 8999, 9000, 9500].map((priority) => ({ name: `${priority}`, priority }));

describe('a new priority cap', () => {
  it.each([
    [9000, [], []],
    [800, ['800', '8999'], []],
    [9500, [], ['9000']],
    [9501, [], ['9000', '9500']],
    [0, [], []],
    [Number.NaN, [], []],
  ])('of %d instead of 9000 moves the rules %j above it and %j below it', (cap, above, below) => {
    const moved = rulesMovedByCap(RULES, 9000, cap);
    expect([moved.above, moved.below].map((rules) => rules.map(({ name }) => name))).toEqual([above, below]);
  });
});
