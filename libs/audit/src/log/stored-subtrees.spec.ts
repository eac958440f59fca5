import { describe, expect, it } from '@jest/globals';
import { hashLeaf, hashNode, inclusionRanges } from '#libs/merkle-log';
import type { Sql } from '#libs/database';
import { isStored, readRanges, readSubtrees } from './stored-subtrees.js';

const hashOfPlace = (level: number, position: number): Uint8Array =>
  hashLeaf(Buffer.from(`${level}/${position}`));

/** Returns stored hashes, except the absent ones; records what was requested. */
function stored(asked: unknown[], absent: readonly string[] = []): Sql {
  const query = (_: string, [leaves, levels, positions]: readonly [number[], number[], number[]]) => {
    asked.push([leaves, levels, positions]);
    const places = [
      ...leaves.map((position) => [0, position] as const),
      ...levels.map((level, n) => [level, positions[n]!] as const),
    ];
    const rows = places
      .filter(([level, position]) => !absent.includes(`${level}/${position}`))
      .map(([level, position]) => ({
        level,
        position: String(position),
        hash: hashOfPlace(level, position),
      }));
    return Promise.resolve(rows as never[]);
  };
  return { query: query };
}

describe('stored subtree hashes', () => {
  it('are stored at every eighth level', () => {
    const levels = Array.from({ length: 18 }, (_, level) => level);
    expect(levels.filter((level) => isStored({ level, position: 0 }))).toEqual([0, 8, 16]);
  });

  it('yield every other hash with one query', async () => {
    const asked: unknown[] = [];
    const wanted = [
      { level: 9, position: 3 },
      { level: 2, position: 1 },
      { level: 0, position: 8 },
    ];
    const hashOf = await readSubtrees(stored(asked), wanted);
    expect(asked).toEqual([
      [
        [4, 5, 6, 7, 8],
        [8, 8],
        [6, 7],
      ],
    ]);
    const ofLeaves = (one: number) => hashNode(hashOfPlace(0, one), hashOfPlace(0, one + 1));
    expect(wanted.map((each) => Buffer.from(hashOf(each)).toString('hex'))).toEqual(
      [
        hashNode(hashOfPlace(8, 6), hashOfPlace(8, 7)),
        hashNode(ofLeaves(4), ofLeaves(6)),
        hashOfPlace(0, 8),
      ].map((hash) => Buffer.from(hash).toString('hex')),
    );
  });

  it('are processed in pieces, so that many proofs do not block the event loop', async () => {
    const asked: unknown[] = [];
    const leaves = Array.from({ length: 40 }, (_, n) => n * 25_007);
    const ranges = leaves.flatMap((leaf) => inclusionRanges(leaf, 2 ** 20));
    const hashes = await readRanges(stored(asked), ranges);
    const sizes = asked.map((lists) => (lists as unknown[][]).slice(0, 2).flat().length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(20_000);
    expect(Math.max(...sizes)).toBeLessThan(2500);
    const alone = await readRanges(stored([]), ranges.slice(-1));
    expect([hashes.length, hashes.at(-1)]).toEqual([ranges.length, alone[0]]);
  });

  it('must be complete, or the log is reported as broken', async () => {
    const hashOf = await readSubtrees(stored([], ['0/1']), [{ level: 1, position: 0 }]);
    expect(() => hashOf({ level: 1, position: 0 })).toThrow('the audit log is missing a hash');
  });
});
