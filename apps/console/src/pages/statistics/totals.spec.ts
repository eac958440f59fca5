import { describe, expect, it } from '@jest/globals';
import type { RequestCounts, RequestDay } from '../../api/queries/statistics.js';
import { kindsOf, outcomesOf, totalOf } from './totals.js';

const counts = (
  kind: RequestCounts['environment_kind'],
  over: Partial<RequestCounts> = {},
): RequestCounts => ({
  ...{ environment_kind: kind, asked: 0, approved_at_once: 0, approved: 0, rejected: 0, refused: 0 },
  ...{ expired_unseen: 0, median_seconds_to_decision: null },
  ...over,
});
const DAYS: readonly RequestDay[] = [
  {
    day: '2026-11-22',
    by_environment_kind: [
      counts('non_prod'),
      counts('prod', {
        ...{ asked: 9, approved_at_once: 1, approved: 2, rejected: 1, refused: 1, expired_unseen: 1 },
        median_seconds_to_decision: 90,
      }),
    ],
  },
  {
    day: '2026-11-23',
    by_environment_kind: [counts('non_prod'), counts('prod'), counts(null, { asked: 2 })],
  },
  { day: '2026-11-24', by_environment_kind: [counts('prod', { asked: 1, median_seconds_to_decision: 30 })] },
];

describe('the statistics of requests', () => {
  it('name every kind of environment once', () => {
    expect(kindsOf(DAYS)).toEqual(['prod', 'non_prod', null]);
    expect(kindsOf(DAYS.slice(0, 1))).toEqual(['prod', 'non_prod']);
  });

  it('count each request of a day in one outcome', () => {
    const [first, second] = outcomesOf(DAYS, 'prod');
    expect(first).toEqual({
      ...{ day: '2026-11-22', asked: 9, decided: 4, atOnce: 1, unseen: 1, others: 3, median: 90 },
    });
    expect(second).toMatchObject({ asked: 0, others: 0, median: null });
    expect(outcomesOf(DAYS, null).map(({ asked }) => asked)).toEqual([0, 2, 0]);
  });

  it('add up, except medians', () => {
    expect(totalOf(outcomesOf(DAYS, 'prod'))).toEqual({
      ...{ asked: 10, decided: 4, atOnce: 1, unseen: 1, others: 4, medians: [30, 90] },
    });
    expect(totalOf(outcomesOf(DAYS, 'non_prod')).medians).toBeNull();
  });
});
