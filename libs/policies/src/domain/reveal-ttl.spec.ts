import { expect, it } from '@jest/globals';
import { revealTtl } from './reveal-ttl.js';

it.each([
  [undefined, 60],
  [0, 60],
  [-1, 10],
  [9, 10],
  [10, 10],
  [300, 300],
  [301, 300],
])('a reveal lifetime of %s seconds is %s', (given, kept) => {
  expect(revealTtl(given)).toBe(kept);
});
