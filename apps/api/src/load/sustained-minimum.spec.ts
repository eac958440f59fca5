import { describe, expect, it } from '@jest/globals';
import { SustainedMinimum } from './sustained-minimum.js';

/** The value from `from` to `until`, sampled every 20 ms. */
const during = (from: number, until: number, value: number): [at: number, value: number][] =>
  Array.from({ length: (until - from) / 20 }, (_, index) => [from + (index + 1) * 20, value]);

describe('the minimum over a second', () => {
  it.each([
    ['is 0 before a second has passed', during(0, 1000, 180), 0],
    ['is the value that lasted for longer', during(0, 1060, 180), 180],
    ['does not see a burst that was over in time', [...during(0, 900, 180), ...during(900, 1800, 3)], 3],
    ['does not see bursts with a gap', [...during(0, 900, 180), [920, 2], ...during(920, 1800, 180)], 2],
    ['is the lowest of what lasted', [...during(0, 1060, 180), [1080, 120], ...during(1080, 2000, 180)], 120],
    ['forgets what is older', [...during(0, 900, 0), ...during(900, 1960, 150)], 150],
    [
      'lasts through a pause without samples',
      [
        [20, 180],
        [1540, 170],
      ],
      170,
    ],
  ] as [string, [number, number][], number][])('%s', (_name, samples, expected) => {
    const minimum = new SustainedMinimum(1000, 0);
    expect(samples.map(([at, value]) => minimum.add(at, value)).at(-1)).toBe(expected);
  });
});
