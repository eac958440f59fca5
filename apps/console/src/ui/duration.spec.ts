import { describe, expect, it } from '@jest/globals';
import { agoText, countdownText, lengthText } from './duration.js';

describe('a length of time', () => {
  it('counts seconds below an hour, then minutes, then hours', () => {
    expect([0, 9, 61, 3599, 3600, 11_520, 86_399, 90_000].map(countdownText)).toEqual([
      ...['0:00', '0:09', '1:01', '59:59', '1 h 0 min', '3 h 12 min', '23 h 59 min', '1 d 1 h'],
    ]);
  });

  it('is formatted as a relative time', () => {
    expect([0, 44, 45, 90, 3599, 3600, 86_400 * 3].map(agoText)).toEqual([
      ...['just now', 'just now', '1 min ago', '2 min ago', '60 min ago', '1 h ago', '3 d ago'],
    ]);
  });

  it('is formatted as a span', () => {
    expect([1.4, 59, 60, 90, 900, 3600, 11_520, 604_800].map(lengthText)).toEqual([
      ...['1 s', '59 s', '1 min', '1 min 30 s', '15 min', '1 h', '3 h 12 min', '7 d'],
    ]);
  });
});
