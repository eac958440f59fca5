import { describe, expect, it } from '@jest/globals';
import { counted } from './counted.js';
import { numberText } from './number-text.js';

describe('a number', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1204, '1,204'],
    [1_000_000, '1,000,000'],
  ])('%i is written %s', (number, text) => {
    expect(numberText(number)).toBe(text);
  });

  it.each([
    [1, '1 team'],
    [0, '0 teams'],
    [3000, '3,000 teams'],
  ])('of %i things has its noun: %s', (count, text) => {
    expect(counted(count, 'team')).toBe(text);
  });
});
