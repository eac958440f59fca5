import { describe, expect, it } from '@jest/globals';
import { violatesMaxAge, readAuthTime } from './auth-time.js';

describe('readAuthTime', () => {
  it.each([1_700_000_000, 1_700_000_000.5, 0])('accepts a number of seconds: %s', (auth_time) =>
    expect(readAuthTime({ auth_time })).toBe(auth_time),
  );

  it.each(['1700000000', -1, Number.NaN, Number.POSITIVE_INFINITY, null, undefined])(
    'returns null when the claim is %s',
    (auth_time) => expect(readAuthTime({ auth_time })).toBeNull(),
  );
});

describe('max_age', () => {
  const ASKED = 1_700_000_000;
  // The callback comes ten minutes after the request, the latest allowed.
  const NOW = ASKED + 600;

  it.each([
    ['now', 0, NOW, false],
    ['by a clock a minute ahead', 0, NOW + 60, false],
    ['in the future', 0, NOW + 61, true],
    ['in the future, where long ago would do', 28_800, NOW + 61, true],
    ['right after the request', 0, ASKED, false],
    ['by a clock a minute behind', 0, ASKED - 60, false],
    ['before the request, where a fresh one was asked for', 0, ASKED - 61, true],
    ['within the time allowed', 28_800, ASKED - 28_800, false],
    ['before the time allowed', 28_800, ASKED - 28_861, true],
    ['in 1970', 28_800, 0, true],
  ])('with an authentication %s', (_, seconds, authTime, broken) => {
    expect(violatesMaxAge(authTime, { seconds, askedAt: ASKED }, NOW)).toBe(broken);
  });

  it('accepts a token without auth_time', () => {
    expect(violatesMaxAge(null, { seconds: 0, askedAt: ASKED }, NOW)).toBe(false);
  });
});
