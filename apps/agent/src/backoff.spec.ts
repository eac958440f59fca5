import { describe, expect, it } from '@jest/globals';
import { backoffDelay } from './backoff.js';

const range = { baseMs: 500, capMs: 30_000 };

describe('backoffDelay', () => {
  it.each([
    [0, 250, 375, 500],
    [1, 500, 750, 1000],
    [2, 1000, 1500, 2000],
    [3, 2000, 3000, 4000],
    [5, 8000, 12000, 16000],
    [6, 15000, 22500, 30000],
    [7, 15000, 22500, 30000],
    [5000, 15000, 22500, 30000],
  ])('after try %d waits between %d and %d ms, capped', (attempt, lowest, middle, highest) => {
    expect(backoffDelay(attempt, range, () => 0)).toBe(lowest);
    expect(backoffDelay(attempt, range, () => 0.5)).toBe(middle);
    expect(backoffDelay(attempt, range, () => 0.9999999)).toBe(highest);
  });
});
