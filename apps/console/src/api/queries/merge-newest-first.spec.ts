import { describe, expect, it } from '@jest/globals';
import { mergeNewestFirst, type Part } from './merge-newest-first.js';

const row = (second: number, id = String(second)) => ({
  ...{ id, occurred_at_exact: `2026-03-14T09:26:${String(second).padStart(2, '0')}.000000Z` },
});
const part = (seconds: number[], next?: string): Part<ReturnType<typeof row>> => ({
  rows: seconds.map((second) => row(second)),
  next,
});
const merged = (...pages: Part<ReturnType<typeof row>>[][]): string[] =>
  mergeNewestFirst(pages).map(({ id }) => id);

describe('several lists as one', () => {
  it('is ordered from the newest on', () => {
    expect(merged([part([9, 4]), part([]), part([7, 1])])).toEqual(['9', '7', '4', '1']);
  });

  it('orders what happened at the same moment by id, as the log does', () => {
    const same = [[{ rows: [row(5, 'a')], next: undefined }], [{ rows: [row(5, 'b')], next: undefined }]];
    expect(mergeNewestFirst(same).map(({ id }) => id)).toEqual(['b', 'a']);
  });

  it('ends where a list is not loaded further', () => {
    expect(merged([part([9, 5], 'more'), part([7, 2])])).toEqual(['9', '7', '5']);
    expect(merged([part([9, 5], 'more'), part([7, 2])], [part([4, 3]), part([])])).toEqual([
      ...['9', '7', '5', '4', '3', '2'],
    ]);
  });

  it('ends at the list that is loaded least far', () => {
    expect(merged([part([9, 8], 'more'), part([7, 6], 'more'), part([5])])).toEqual(['9', '8']);
  });

  it('is empty before anything is loaded', () => {
    expect(merged()).toEqual([]);
  });
});
