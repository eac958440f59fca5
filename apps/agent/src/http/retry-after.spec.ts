import { describe, expect, it } from '@jest/globals';
import { retryAfterMs } from './retry-after.js';

const NOW = Date.parse('2026-11-21T00:00:00Z');

describe('retryAfterMs', () => {
  it.each([
    [undefined, null],
    ['0', 0],
    ['7', 7000],
    ['-1', null],
    ['1.5x', null],
    ['soon', null],
    ['Sat, 21 Nov 2026 00:00:30 GMT', 30_000],
    ['Sat, 21 Nov 2026 00:00:00 GMT', 0],
    ['Fri, 20 Nov 2026 00:00:00 GMT', 0],
  ])('reads %j as %j ms', (header, expected) => expect(retryAfterMs(header, NOW)).toBe(expected));
});
