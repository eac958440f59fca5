import { describe, expect, it } from '@jest/globals';
import { dayRange, daysOf } from './day-range.js';

const TODAY = '2026-03-14';

describe('dayRange', () => {
  it.each([
    [{}, '2026-02-13', '2026-03-15'],
    [{ since: '2026-03-14' }, '2026-03-14', '2026-03-15'],
    [{ since: '2025-12-15' }, '2025-12-15', '2026-03-15'],
    [{ until: '2024-03-01' }, '2024-01-31', '2024-03-01'],
    [{ since: '2024-02-28', until: '2024-02-29' }, '2024-02-28', '2024-02-29'],
    [{ since: '2026-01-01', until: '2026-04-01' }, '2026-01-01', '2026-04-01'],
    [{ until: '1970-01-01' }, '1969-12-02', '1970-01-01'],
    [{ since: '9999-12-30', until: '9999-12-31' }, '9999-12-30', '9999-12-31'],
  ])('of %j is from %s to before %s', (given, since, until) => {
    expect(dayRange(given, TODAY)).toEqual({ since, until });
  });

  it.each([
    [{ since: '2026-03-15' }],
    [{ since: '2026-03-14', until: '2026-03-14' }],
    [{ since: '2026-03-14', until: '2026-03-13' }],
    [{ since: '2025-12-14' }],
    [{ since: '2026-01-01', until: '2026-04-02' }],
    [{ since: '1970-01-01', until: '9999-12-31' }],
    [{ since: '9999-12-31', until: '9999-12-31' }],
  ])('rejects %j', (given) => {
    expect(() => dayRange(given, TODAY)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  });
});

it('daysOf returns every day of a range, also over the end of a month', () => {
  expect(daysOf({ since: '2024-02-28', until: '2024-03-02' })).toEqual([
    '2024-02-28',
    '2024-02-29',
    '2024-03-01',
  ]);
});
