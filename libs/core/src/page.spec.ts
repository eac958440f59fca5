import { describe, expect, it } from '@jest/globals';
import { pageOf, pageRequest } from './page.js';

const row = (n: number) => ({
  id: `00000000-0000-7000-8000-00000000000${n}`,
  cursor_at: `2026-01-01T00:00:00.00000${n}Z`,
});

describe('keyset pages', () => {
  it('identify the next page by the last row of this one, to the microsecond', () => {
    const page = pageOf([row(1), row(2), row(3)], 2);
    expect(page.rows).toEqual([row(1), row(2)]);
    expect(pageRequest({ cursor: page.next ?? '' }).after).toEqual({ at: row(2).cursor_at, id: row(2).id });
  });

  it('have no next page when all rows fit', () => {
    expect(pageOf([row(1), row(2)], 2).next).toBeNull();
    expect(pageOf([], 2)).toEqual({ rows: [], next: null });
  });

  it.each([
    '',
    'x',
    'null',
    Buffer.from('2026-01-01|x').toString('base64url'),
    ...[
      '9999-99-99T99:99:99Z',
      '2026-02-30T00:00:00Z',
      '2025-02-29T12:00:00.000001Z',
      '2026-04-31T00:00:00Z',
      '0000-01-01T00:00:00Z',
      '2026-01-01T24:00:00Z',
      '2026-01-01T00:00:60Z',
    ].map((at) => Buffer.from(`${at}|${row(1).id}`).toString('base64url')),
  ])('reject a malformed cursor: %s', (cursor) => {
    expect(() => pageRequest({ cursor })).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  });

  it('default to 100 rows from the start', () => {
    expect(pageRequest({})).toEqual({ limit: 100, after: null });
  });
});
