import { type LeafRange, splitOf } from './subtree.js';

/**
 * Returns the ranges of the nodes of an inclusion proof, from the leaf up: PATH(leaf, D[treeSize]) of RFC 6962
 * §2.1.1.
 *
 * @param leaf from 0 up to, excluding, `treeSize`
 */
export function inclusionRanges(leaf: number, treeSize: number): LeafRange[] {
  const ranges: LeafRange[] = [];
  for (let start = 0, end = treeSize; end - start > 1;) {
    const middle = start + splitOf(end - start);
    ranges.unshift(leaf < middle ? { start: middle, end } : { start, end: middle });
    if (leaf < middle) end = middle;
    else start = middle;
  }
  return ranges;
}

/**
 * Returns the ranges of the nodes of a consistency proof: PROOF(from, D[to]) of RFC 6962 §2.1.2.
 *
 * @param from from 1 to `to`
 */
export function consistencyRanges(from: number, to: number): LeafRange[] {
  const ranges: LeafRange[] = [];
  let [start, end, isWholeOfOld] = [0, to, true];
  while (from !== end) {
    const middle = start + splitOf(end - start);
    if (from <= middle) {
      ranges.unshift({ start: middle, end });
      end = middle;
    } else {
      ranges.unshift({ start, end: middle });
      [start, isWholeOfOld] = [middle, false];
    }
  }
  return isWholeOfOld ? ranges : [{ start, end }, ...ranges];
}
