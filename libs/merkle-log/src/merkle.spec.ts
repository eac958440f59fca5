import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Frontier } from './frontier.js';
import { EMPTY_ROOT, hashLeaf, hashNode } from './merkle-hash.js';
import { consistencyRanges, inclusionRanges } from './proof-ranges.js';
import { rangeHash } from './range-hash.js';
import { type LeafRange, splitOf, type Subtree, subtreesOf } from './subtree.js';
import { verifyConsistency } from './verify-consistency.js';
import { verifyInclusion } from './verify-inclusion.js';

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');
const hex = (hash: Uint8Array): string => Buffer.from(hash).toString('hex');

/** Leaves and roots from the test vectors of the Certificate Transparency reference code. */
const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const N12 = '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e';
const N4 = 'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b';
const N3 = 'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0';

/** MTH as RFC 6962 §2.1 defines it: the model for all other tests. */
function mth(hashes: readonly Uint8Array[]): Uint8Array {
  if (hashes.length === 0) return EMPTY_ROOT;
  if (hashes.length === 1) return hashes[0]!;
  const middle = splitOf(hashes.length);
  return hashNode(mth(hashes.slice(0, middle)), mth(hashes.slice(middle)));
}

const leaves = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, n) => hashLeaf(Buffer.from(String(n))));
const within =
  (hashes: readonly Uint8Array[]) =>
  ({ level, position }: Subtree): Uint8Array =>
    mth(hashes.slice(position * 2 ** level, (position + 1) * 2 ** level));
const prove = (hashes: readonly Uint8Array[], ranges: LeafRange[]): Uint8Array[] =>
  ranges.map((range) => rangeHash(range, within(hashes)));

describe('the tree of RFC 6962', () => {
  const known = LEAVES.map((leaf) => hashLeaf(bytes(leaf)));

  it.each(ROOTS.map((root, size) => [size, root] as const))('has the known root at size %d', (size, root) => {
    const frontier = Frontier.empty();
    for (const leaf of known.slice(0, size)) frontier.append(leaf);
    expect(hex(frontier.root)).toBe(root);
    expect(hex(rangeHash({ start: 0, end: size }, within(known)))).toBe(root);
  });

  it.each([
    [
      0,
      8,
      [
        '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
        N12,
        '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
      ],
    ],
    [5, 8, [N4, N3, ROOTS[4]!]],
    [2, 3, [ROOTS[2]!]],
    [1, 5, [ROOTS[1]!, N12, N4]],
  ])('has the known inclusion proof of leaf %d in a tree of %d', (leafIndex, treeSize, expected) => {
    const proof = prove(known, inclusionRanges(leafIndex, treeSize));
    expect(proof.map(hex)).toEqual(expected);
    const rootHash = bytes(ROOTS[treeSize]!);
    expect(verifyInclusion({ leafHash: known[leafIndex]!, leafIndex, treeSize, rootHash, proof })).toBe(true);
  });

  it.each([
    [1, 1, []],
    [6, 8, ['0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a', N3, ROOTS[4]!]],
    [2, 5, [N12, N4]],
  ])('has the known consistency proof from %d to %d', (from, to, expected) => {
    const proof = prove(known, consistencyRanges(from, to));
    expect(proof.map(hex)).toEqual(expected);
    const roots = { fromRoot: bytes(ROOTS[from]!), toRoot: bytes(ROOTS[to]!) };
    expect(verifyConsistency({ from, to, ...roots, proof })).toBe(true);
  });
});

describe('a growing tree', () => {
  const all = leaves(600);

  it('has the root of the definition at every size, also when resumed', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(300), (first, more) => {
        const before = Frontier.empty();
        for (const leaf of all.slice(0, first)) before.append(leaf);
        const peaks: Uint8Array[] = [];
        for (let at = 0, level = 9; level >= 0; level -= 1)
          if (Math.floor(first / 2 ** level) % 2 === 1) {
            peaks.push(mth(all.slice(at, at + 2 ** level)));
            at += 2 ** level;
          }
        const taken = Frontier.of(first, peaks);
        for (const leaf of all.slice(first, first + more)) taken.append(leaf);
        expect(hex(before.root)).toBe(hex(mth(all.slice(0, first))));
        expect(taken.size).toBe(first + more);
        expect(hex(taken.root)).toBe(hex(mth(all.slice(0, first + more))));
      }),
    );
  });

  it('reports every perfect subtree once, at its last leaf', () => {
    const told = new Map<string, string>();
    const frontier = Frontier.empty();
    for (const [n, leaf] of all.slice(0, 300).entries())
      frontier.append(leaf, ({ level, position }, hash) => {
        expect(told.has(`${level}/${position}`)).toBe(false);
        expect((position + 1) * 2 ** level).toBe(n + 1);
        told.set(`${level}/${position}`, hex(hash));
      });
    expect(told.size).toBe(150 + 75 + 37 + 18 + 9 + 4 + 2 + 1);
    expect(told.get('8/0')).toBe(hex(mth(all.slice(0, 256))));
  });
});

describe('a perfect subtree in place of its leaves', () => {
  const all = leaves(8);

  it('yields the same root as its leaves', () => {
    const frontier = Frontier.empty();
    frontier.appendSubtree(2, mth(all.slice(0, 4)));
    frontier.appendSubtree(1, mth(all.slice(4, 6)));
    expect([frontier.size, hex(frontier.root)]).toEqual([6, hex(mth(all.slice(0, 6)))]);
    for (const leaf of all.slice(6)) frontier.append(leaf);
    expect([frontier.size, hex(frontier.root)]).toEqual([8, hex(mth(all))]);
  });

  it('completes larger subtrees like its last leaf', () => {
    const told: string[] = [];
    const frontier = Frontier.empty();
    for (const leaf of all.slice(0, 4)) frontier.append(leaf);
    frontier.appendSubtree(1, mth(all.slice(4, 6)));
    for (const leaf of all.slice(6))
      frontier.append(leaf, ({ level, position }) => told.push(`${level}/${position}`));
    expect(told).toEqual(['1/3', '2/1', '3/0']);
  });

  it('starts only at multiples of its size', () => {
    const frontier = Frontier.empty();
    frontier.append(all[0]!);
    expect(() => frontier.appendSubtree(1, mth(all.slice(1, 3)))).toThrow(
      'no subtree of that size begins here',
    );
    frontier.appendSubtree(0, all[1]!);
    frontier.appendSubtree(1, mth(all.slice(2, 4)));
    expect(() => frontier.appendSubtree(3, mth(all))).toThrow(RangeError);
    expect(hex(frontier.root)).toBe(hex(mth(all.slice(0, 4))));
  });
});

describe('a range of leaves', () => {
  it.each([
    [0, 0, []],
    [0, 7, ['2/0', '1/2', '0/6']],
    [3, 9, ['0/3', '2/1', '0/8']],
    [5, 8, ['0/5', '1/3']],
  ])('from %d to %d consists of the largest perfect subtrees', (start, end, expected) => {
    expect(subtreesOf({ start, end }).map(({ level, position }) => `${level}/${position}`)).toEqual(expected);
  });
});

describe('proofs', () => {
  const all = leaves(130);
  const size = fc.integer({ min: 1, max: 130 });

  it('verify for every leaf and size, and for no other position, tree or proof', () => {
    fc.assert(
      fc.property(size, fc.nat(), fc.nat(), (treeSize, leaf, change) => {
        const leafIndex = leaf % treeSize;
        const proof = prove(all, inclusionRanges(leafIndex, treeSize));
        const rootHash = mth(all.slice(0, treeSize));
        const good = { leafHash: all[leafIndex]!, leafIndex, treeSize, rootHash, proof };
        expect(verifyInclusion(good)).toBe(true);
        expect(verifyInclusion({ ...good, leafHash: hashLeaf(bytes('ff')) })).toBe(false);
        expect(verifyInclusion({ ...good, rootHash: hashLeaf(bytes('ff')) })).toBe(false);
        expect(verifyInclusion({ ...good, leafIndex: treeSize })).toBe(false);
        expect(verifyInclusion({ ...good, proof: [...proof, rootHash] })).toBe(false);
        if (proof.length === 0) return;
        const changed = proof.map((hash, n) => (n === change % proof.length ? hashLeaf(hash) : hash));
        expect(verifyInclusion({ ...good, proof: changed })).toBe(false);
        expect(verifyInclusion({ ...good, proof: proof.slice(1) })).toBe(false);
      }),
    );
  });

  it('verify when a tree only grew, and fail when it changed', () => {
    fc.assert(
      fc.property(size, size, fc.nat(), (one, other, change) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        const proof = prove(all, consistencyRanges(from, to));
        const good = { from, to, fromRoot: mth(all.slice(0, from)), toRoot: mth(all.slice(0, to)), proof };
        expect(verifyConsistency(good)).toBe(true);
        const altered = all.map((hash, n) => (n === change % from ? hashLeaf(hash) : hash));
        expect(verifyConsistency({ ...good, fromRoot: mth(altered.slice(0, from)) })).toBe(false);
        const proven = prove(altered, consistencyRanges(from, to));
        const toRoot = mth(altered.slice(0, to));
        expect(verifyConsistency({ ...good, toRoot, proof: proven })).toBe(false);
        if (from < to) expect(verifyConsistency({ ...good, from: to, to: from })).toBe(false);
      }),
    );
  });

  it.each([
    ['before the first leaf', { leafIndex: -1 }],
    ['between two leaves', { leafIndex: 2.5 }],
    ['past the last leaf', { leafIndex: 5 }],
    ['beyond all counting', { leafIndex: 2 ** 53, treeSize: 2 ** 54 }],
    ['in half a tree', { treeSize: 5.5 }],
    ['in a tree of less than nothing', { leafIndex: -2, treeSize: -1 }],
  ])('of a leaf %s fail', (_where, change) => {
    const proof = prove(all, inclusionRanges(2, 5));
    const good = { leafHash: all[2]!, leafIndex: 2, treeSize: 5, rootHash: mth(all.slice(0, 5)), proof };
    expect(verifyInclusion(good)).toBe(true);
    expect(verifyInclusion({ ...good, ...change })).toBe(false);
  });

  it('of a single-leaf tree are empty and verify for that leaf only', () => {
    const good = { leafHash: all[0]!, leafIndex: 0, treeSize: 1, rootHash: all[0]!, proof: [] };
    expect(inclusionRanges(0, 1)).toEqual([]);
    expect(verifyInclusion(good)).toBe(true);
    expect(verifyInclusion({ ...good, rootHash: all[1]! })).toBe(false);
    expect(verifyInclusion({ ...good, proof: [all[1]!] })).toBe(false);
  });

  it('of consistency have one valid length', () => {
    for (const [from, to] of [
      [1, 2],
      [3, 7],
      [4, 7],
      [6, 130],
      [64, 130],
    ] as const) {
      const proof = prove(all, consistencyRanges(from, to));
      const good = { from, to, fromRoot: mth(all.slice(0, from)), toRoot: mth(all.slice(0, to)), proof };
      expect([from, to, verifyConsistency(good)]).toEqual([from, to, true]);
      for (const wrong of [proof.slice(1), proof.slice(0, -1), [...proof, all[0]!], []])
        expect(verifyConsistency({ ...good, proof: wrong })).toBe(false);
    }
  });

  it('of consistency for an unchanged tree are empty and verify for one root only', () => {
    const same = { from: 3, to: 3, fromRoot: mth(all.slice(0, 3)), toRoot: mth(all.slice(0, 3)), proof: [] };
    expect(consistencyRanges(3, 3)).toEqual([]);
    expect(verifyConsistency(same)).toBe(true);
    expect(verifyConsistency({ ...same, toRoot: all[0]! })).toBe(false);
    expect(verifyConsistency({ ...same, proof: [all[0]!] })).toBe(false);
  });

  it.each([
    [0, 3],
    [-1, 3],
    [1.5, 3],
    [2, 3.5],
    [NaN, 3],
    [2, Infinity],
    [4, 3],
  ])('fail for growth from %d to %d', (from, to) => {
    const roots = { fromRoot: mth(all.slice(0, 2)), toRoot: mth(all.slice(0, 3)) };
    const proof = prove(all, consistencyRanges(2, 3));
    expect(verifyConsistency({ from: 2, to: 3, ...roots, proof })).toBe(true);
    expect(verifyConsistency({ from, to, ...roots, proof })).toBe(false);
    expect(verifyConsistency({ from, to, ...roots, toRoot: roots.fromRoot, proof: [] })).toBe(false);
  });

  it('have logarithmic length', () => {
    expect(inclusionRanges(1_234_567, 10_000_000)).toHaveLength(24);
    expect(consistencyRanges(1_234_567, 10_000_000).length).toBeLessThanOrEqual(25);
  });
});
