import { describe, expect, it } from '@jest/globals';
import { millisecondsOf, spanOf, timerMillisecondsOf, whenOf } from './time.js';

describe('a span of time', () => {
  it.each([
    [0, '0 s'],
    [59, '59 s'],
    [61, '1 min 1 s'],
    [3_539, '58 min 59 s'],
    [3_599, '1 h'],
    [11_520, '3 h 12 min'],
    [90_061, '1 d 1 h'],
  ])('of %d s is %s', (seconds, text) => {
    expect(spanOf(seconds)).toBe(text);
  });

  it.each([
    ['250ms', 250],
    ['90s', 90_000],
    ['10m', 600_000],
    ['24h', 86_400_000],
    ['90d', 7_776_000_000],
    ['', null],
    ['10', null],
    ['-1s', null],
    ['1.5h', null],
    ['1h30m', null],
  ])('is read from %j', (text, ms) => {
    expect(millisecondsOf(text)).toBe(ms);
  });

  it.each([
    ['24d', 2_073_600_000],
    ['25d', null],
    ['soon', null],
  ])('for a timer is read from %j', (text, ms) => {
    expect(timerMillisecondsOf(text)).toBe(ms);
  });
});

it.each([
  [-720_000, '12 min ago'],
  [11_520_000, 'in 3 h'],
])('an instant that is %d ms away is %s', (awayMs, text) => {
  const now = Date.UTC(2026, 10, 21);
  expect(whenOf(new Date(now + awayMs).toISOString(), now)).toBe(text);
});
