import type { Sql } from '#libs/database';
import { hashNode, type LeafRange, rangeHash, type Subtree, subtreesOf } from '#libs/merkle-log';

/** Hashes of subtrees are stored every eighth level; those in between are computed from at most 128 stored ones. */
const STRIDE = 8;

/** Ranges per batch. 100 proofs need 50,000 hashes; between batches other calls are served (D96). */
const RANGES_AT_A_TIME = 64;

const READ = `
  SELECT 0::smallint AS level, leaf_index AS position, hash FROM audit_leaves WHERE leaf_index = ANY($1::bigint[])
  UNION ALL
  SELECT s.level, s.position, s.hash FROM unnest($2::smallint[], $3::bigint[]) AS w (level, position)
    JOIN audit_subtrees s ON s.level = w.level AND s.position = w.position`;

/** Returns whether the hashes of a level are stored: those of 1, 256, 65,536 leaves, and so on. */
export function isStored({ level }: Subtree): boolean {
  return level % STRIDE === 0;
}

/**
 * Reads the hashes of perfect subtrees of any size, in one statement of at most 255 rows per eight levels.
 *
 * @returns a function that returns the hash of each of them
 * @throws Error when the log is too short
 */
export async function readSubtrees(
  db: Sql,
  subtrees: readonly Subtree[],
): Promise<(subtree: Subtree) => Uint8Array> {
  const parts = subtrees.flatMap(storedPartsOf);
  const leaves = parts.filter(({ level }) => level === 0);
  const larger = parts.filter(({ level }) => level > 0);
  const rows = await db.query<{ level: number; position: string; hash: Buffer }>(READ, [
    leaves.map(({ position }) => position),
    larger.map(({ level }) => level),
    larger.map(({ position }) => position),
  ]);
  const found = new Map(rows.map(({ level, position, hash }) => [`${level}/${position}`, hash]));
  return (subtree) =>
    joined(
      storedPartsOf(subtree).map(({ level, position }) => {
        const hash = found.get(`${level}/${position}`);
        if (!hash) throw new Error('the audit log is missing a hash');
        return hash;
      }),
    );
}

/**
 * Returns the hash of each range of leaves, in order.
 *
 * @throws Error when the log is too short
 */
export async function readRanges(db: Sql, ranges: readonly LeafRange[]): Promise<Uint8Array[]> {
  const hashes: Uint8Array[] = [];
  for (let first = 0; first < ranges.length; first += RANGES_AT_A_TIME) {
    const some = ranges.slice(first, first + RANGES_AT_A_TIME);
    const hashOf = await readSubtrees(db, some.flatMap(subtreesOf));
    hashes.push(...some.map((range) => rangeHash(range, hashOf)));
  }
  return hashes;
}

function storedPartsOf({ level, position }: Subtree): Subtree[] {
  const above = level % STRIDE;
  const first = position * 2 ** above;
  return Array.from({ length: 2 ** above }, (_, n) => ({ level: level - above, position: first + n }));
}

/** Returns the root over hashes, whose number is a power of two. */
function joined(hashes: readonly Uint8Array[]): Uint8Array {
  let level = hashes;
  while (level.length > 1)
    level = Array.from({ length: level.length / 2 }, (_, n) => hashNode(level[2 * n]!, level[2 * n + 1]!));
  return level[0]!;
}
