import { describe, expect, it } from '@jest/globals';
import { LeafTable } from './leaf-table.js';

const hashOf = (index: number): Buffer => {
  const hash = Buffer.alloc(32, 1);
  hash.writeUInt32BE(index);
  return hash;
};

describe('the table of leaves', () => {
  it('returns each leaf with its time, for any order and distance of insertion', () => {
    const table = new LeafTable();
    const indexes = [4096, 0, 1, 4095, 8191, 1_000_000];
    for (const index of indexes) expect(table.put(index, hashOf(index), index * 10)).toBe(true);
    expect(table.count).toBe(indexes.length);
    for (const index of indexes) expect(table.get(index)).toEqual({ hash: hashOf(index), atMs: index * 10 });
  });

  it('returns null for an index without a leaf', () => {
    const table = new LeafTable();
    table.put(5, hashOf(5), 0);
    expect([table.get(4), table.get(6), table.get(5 + 4096)]).toEqual([null, null, null]);
  });

  it('keeps the first of two at one index, and returns false for the second', () => {
    const table = new LeafTable();
    table.put(5, hashOf(5), 1);
    expect(table.put(5, hashOf(6), 2)).toBe(false);
    expect(table.get(5)).toEqual({ hash: hashOf(5), atMs: 1 });
    expect(table.count).toBe(1);
  });
});
