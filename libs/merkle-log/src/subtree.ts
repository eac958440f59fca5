/** The perfect subtree over the leaves from `position * 2^level` up to, excluding, `(position + 1) * 2^level`. */
export interface Subtree {
  readonly level: number;
  readonly position: number;
}

/** The leaves from `start` up to, excluding, `end`. */
export interface LeafRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the perfect subtrees that make up a range, from left to right; at most two per level. A proof's range
 * starts where a subtree of its size could start, so its subtrees shrink to the right.
 */
export function subtreesOf({ start, end }: LeafRange): Subtree[] {
  const found: Subtree[] = [];
  for (let at = start; at < end;) {
    let level = 0;
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= end) level += 1;
    found.push({ level, position: at / 2 ** level });
    at += 2 ** level;
  }
  return found;
}

/** Returns the largest power of two below `count` (at least 2): where RFC 6962 splits a tree. */
export function splitOf(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}
