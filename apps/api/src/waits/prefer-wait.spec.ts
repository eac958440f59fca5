import { describe, expect, it } from '@jest/globals';
import { waitOf } from './prefer-wait.js';

describe('a Prefer header', () => {
  it.each([
    ['wait=1', 1],
    ['wait=25', 25],
    ['WAIT = 7', 7],
    ['wait="7"', 7],
    ['wait=007', 7],
    ['respond-async, wait=10', 10],
    ['wait=10;strict, handling=lenient', 10],
    ['foo="a, wait=3", wait=5', 5],
    ['wait=5, wait=9', 5],
    // Longer is not asked for less: it is an upper bound.
    ['wait=26', 25],
    [`wait=${'9'.repeat(400)}`, 25],
    [undefined, null],
    ['', null],
    ['wait', null],
    ['wait=', null],
    ['wait=0', null],
    ['wait=-1', null],
    ['wait=1.5', null],
    ['wait=1e1', null],
    ['wait=ten', null],
    ['wait="10', null],
    ['wait=10 20', null],
    ['await=10', null],
    ['foo;wait=10', null],
    ['foo="wait=10"', null],
    // The first one counts, whatever it is.
    ['wait=x, wait=9', null],
  ])('%s lets wait %s', (header, seconds) => expect(waitOf(header)).toBe(seconds));

  it('is parsed in linear time', () => {
    const began = process.cpuUsage();
    for (const piece of ['"', ' ', ',', ';', 'wait ', '\\"', '='])
      waitOf(piece.repeat(16_000 / piece.length));
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(500);
  });
});
