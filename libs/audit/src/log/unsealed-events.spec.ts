import { describe, expect, it } from '@jest/globals';
import type { Sql } from '#libs/database';
import { nextUnsealed, type UnsealedRow } from './unsealed-events.js';

const row = (id: string, xid: number): UnsealedRow =>
  ({ id, xid: String(xid), occurred_at: `at ${xid}` }) as UnsealedRow;

/** Returns events in sealing order like the statements; counts how many are requested. */
function events(rows: readonly UnsealedRow[], sealed: readonly string[] = []) {
  const pages: unknown[][] = [];
  const query = ((_: string, parameters: readonly unknown[]) => {
    if (Array.isArray(parameters[0])) {
      const [ids] = parameters as readonly [string[]];
      return Promise.resolve(sealed.filter((id) => ids.includes(id)).map((event_id) => ({ event_id })));
    }
    pages.push([...parameters]);
    const [xid, limit] = [parameters.length === 4 ? Number(parameters[0]) : 0, Number(parameters.at(-1))];
    return Promise.resolve(rows.filter((each) => Number(each.xid) > xid).slice(0, limit));
  }) as unknown as Sql['query'];
  return { db: { query }, pages };
}
const idsOf = async (found: Promise<UnsealedRow[]>): Promise<string[]> => (await found).map(({ id }) => id);

const END = { last: { xid: '1', occurredAt: 'at 1', eventId: 'last' } };
const ROWS = ['a', 'b', 'c', 'd', 'e'].map((id, n) => row(id, n + 2));

describe('the next events to seal', () => {
  it('start after the end of the log, up to the limit', async () => {
    const { db, pages } = events(ROWS);
    expect(await idsOf(nextUnsealed(db, END, 3))).toEqual(['a', 'b', 'c']);
    expect(pages).toEqual([['1', 'at 1', 'last', 3]]);
  });

  it('skip events that already have a leaf', async () => {
    const { db, pages } = events(ROWS, ['a']);
    expect(await idsOf(nextUnsealed(db, END, 2))).toEqual(['b', 'c']);
    expect(pages).toEqual([
      ['1', 'at 1', 'last', 2],
      ['3', 'at 3', 'b', 2],
    ]);
  });

  it('are fewer than the limit when there are no more', async () => {
    expect(await idsOf(nextUnsealed(events(ROWS).db, END, 5))).toEqual(['a', 'b', 'c', 'd', 'e']);
    const { db, pages } = events(ROWS, ['a', 'b', 'c', 'd']);
    expect(await idsOf(nextUnsealed(db, END, 3))).toEqual(['e']);
    expect(pages).toHaveLength(2);
    expect(await idsOf(nextUnsealed(events([]).db, END, 3))).toEqual([]);
  });

  it('contain only the first of duplicate ids, with and without a previous leaf', async () => {
    const twice = [row('a', 2), row('a', 3), row('b', 4)];
    const kept = [twice[0], twice[2]];
    expect(await nextUnsealed(events(twice).db, END, 3)).toEqual(kept);
    const { db, pages } = events(twice);
    expect(await nextUnsealed(db, { last: null }, 3)).toEqual(kept);
    expect(pages).toEqual([[3]]);
  });
});
