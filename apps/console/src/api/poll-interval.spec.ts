import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { pollInterval } from './poll-interval.js';

const query = (status = 'success', errorUpdateCount = 0) => ({ state: { status, errorUpdateCount } });
/** Returns the seconds of the interval at the middle, the least and the most of its jitter. */
const seconds = (...given: Parameters<typeof pollInterval>) =>
  [0.5, 0, 1].map((random) => {
    jest.spyOn(Math, 'random').mockReturnValue(random);
    return Math.round(Number(pollInterval(...given)) / 10) / 100;
  });

/** Seconds between calls, from that age of the query on. */
const STEPS = [
  [
    'pendingRequest',
    [
      [0, 5],
      [119, 5],
      [120, 15],
      [599, 15],
      [600, 30],
    ],
  ],
  [
    'approvedRequest',
    [
      [0, 2],
      [59, 2],
      [60, 10],
    ],
  ],
  [
    'counts',
    [
      [0, 30],
      [3600, 30],
    ],
  ],
  [
    'lists',
    [
      [0, 20],
      [3600, 20],
    ],
  ],
  [
    'agents',
    [
      [0, 20],
      [3600, 20],
    ],
  ],
  [
    'running',
    [
      [0, 3],
      [3600, 3],
    ],
  ],
  [
    'sealing',
    [
      [0, 2],
      [19, 2],
      [20, 60],
      [3600, 60],
    ],
  ],
] as const;

describe('a polling interval', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it.each(STEPS)('of %s grows with the age of the query', (name, steps) => {
    const polled = query();
    pollInterval(polled, name);
    let age = 0;
    for (const [at, expected] of steps) {
      jest.advanceTimersByTime((at - age) * 1000);
      age = at;
      expect(seconds(polled, name)[0]).toBe(expected);
    }
  });

  it('begins anew with each query', () => {
    const first = query();
    pollInterval(first, 'pendingRequest');
    jest.advanceTimersByTime(600_000);
    expect(seconds(query(), 'pendingRequest')[0]).toBe(5);
  });

  it('differs by a tenth, so that windows do not call together', () => {
    expect(seconds(query(), 'counts')).toEqual([30, 27, 33]);
  });

  it('doubles with each failure up to a minute, and is short again after a success', () => {
    const polled = query('error', 1);
    expect(seconds(polled, 'pendingRequest')[0]).toBe(10);
    polled.state.errorUpdateCount = 2;
    expect(seconds(polled, 'pendingRequest')[0]).toBe(20);
    polled.state.errorUpdateCount = 50;
    expect(seconds(polled, 'pendingRequest')[0]).toBe(60);
    polled.state.status = 'success';
    expect(seconds(polled, 'pendingRequest')[0]).toBe(5);
  });

  it('is none where nothing changes any more', () => {
    expect(pollInterval(query(), null)).toBe(false);
  });
});
