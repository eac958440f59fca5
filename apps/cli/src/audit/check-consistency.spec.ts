import { describe, expect, it } from '@jest/globals';
import { consistencyRanges, Frontier, hashLeaf, rangeHash, type TreeHead } from '#libs/merkle-log';
import { EXIT } from '../exit.js';
import { compareHeads } from './check-consistency.js';

const ORIGIN = 'log.example';
const leaves = (count: number, changed = -1): Uint8Array[] =>
  Array.from({ length: count }, (_, at) => hashLeaf(Buffer.from(at === changed ? 'another' : `event ${at}`)));

function rootOf(hashes: readonly Uint8Array[]): Uint8Array {
  const frontier = Frontier.empty();
  for (const hash of hashes) frontier.append(hash);
  return frontier.root;
}

const headOf = (hashes: readonly Uint8Array[], origin = ORIGIN): TreeHead => ({
  ...{ origin, treeSize: hashes.length, rootHash: rootOf(hashes) },
});

const proofOf = (hashes: readonly Uint8Array[], from: number): Buffer[] =>
  consistencyRanges(from, hashes.length).map((range) =>
    Buffer.from(
      rangeHash(range, ({ level, position }) =>
        rootOf(hashes.slice(position * 2 ** level, (position + 1) * 2 ** level)),
      ),
    ),
  );

/** Returns the sentence, or the failure's exit code and sentence. */
function outcome(before: TreeHead, now: TreeHead, proof: readonly Buffer[]): readonly [number, string] {
  try {
    return [EXIT.done, compareHeads(before, now, proof)];
  } catch (error) {
    const { exit, message } = error as { exit: number; message: string };
    return [exit, message];
  }
}

describe('a kept checkpoint', () => {
  it.each([
    [1, 2],
    [3, 7],
    [8, 9],
    [12, 40],
  ])('of %i events is contained in a log of %i', (from, to) => {
    const said = `tree ${to} grew from ${from} without a rewrite`;
    expect(outcome(headOf(leaves(from)), headOf(leaves(to)), proofOf(leaves(to), from))).toEqual([0, said]);
  });

  it('equals an unchanged log', () => {
    expect(outcome(headOf(leaves(5)), headOf(leaves(5)), [])).toEqual([0, 'tree 5 is the one that was kept']);
  });

  it.each([
    [
      'an event in it was changed',
      leaves(40, 3),
      12,
      /of 40 events does not continue that of 12 .* rewritten/,
    ],
    [
      'one of as many events has another root',
      leaves(12, 3),
      12,
      /of 12 events does not continue that of 12/,
    ],
    ['it has fewer events', leaves(11), 12, /has 11 events and had 12 .* rolled back/],
  ])('reveals that %s', (_, now, from, said) => {
    const proof = now.length > from ? proofOf(now, from) : [];
    expect(outcome(headOf(leaves(from)), headOf(now), proof)).toEqual([
      EXIT.notVerified,
      expect.stringMatching(said),
    ]);
  });

  it('is not verified by an invalid or missing proof', () => {
    const [before, now] = [headOf(leaves(12)), headOf(leaves(40))];
    for (const proof of [[], proofOf(leaves(40), 13), proofOf(leaves(41), 12)])
      expect(outcome(before, now, proof)[0]).toBe(EXIT.notVerified);
  });

  it('rejects another log', () => {
    const other = headOf(leaves(40), 'other.example');
    expect(outcome(headOf(leaves(12)), other, proofOf(leaves(40), 12))).toEqual([
      EXIT.notVerified,
      'The log was log.example, and is other.example now.',
    ]);
  });
});
