const BLOCK = 4096;
const HASH_BYTES = 32;

interface Block {
  readonly hashes: Buffer;
  /** Milliseconds since 1970; NaN where there is no leaf. */
  readonly times: Float64Array;
}

/** Hashes and times of leaves by their index, in whatever order they come: 40 bytes each. */
export class LeafTable {
  private readonly blocks = new Map<number, Block>();
  private number = 0;

  /** Number of leaves. */
  get count(): number {
    return this.number;
  }

  /** Inserts a leaf. @returns false, keeping the first, when the index exists */
  put(index: number, hash: Uint8Array, atMs: number): boolean {
    const block = this.blocks.get(Math.floor(index / BLOCK)) ?? {
      hashes: Buffer.alloc(BLOCK * HASH_BYTES),
      times: new Float64Array(BLOCK).fill(NaN),
    };
    const at = index % BLOCK;
    if (!Number.isNaN(block.times[at])) return false;
    block.times[at] = atMs;
    block.hashes.set(hash, at * HASH_BYTES);
    this.blocks.set(Math.floor(index / BLOCK), block);
    this.number += 1;
    return true;
  }

  /** Returns a leaf, with its time in milliseconds since 1970; null where there is none. The hash is not a copy. */
  get(index: number): { readonly hash: Uint8Array; readonly atMs: number } | null {
    const block = this.blocks.get(Math.floor(index / BLOCK));
    const at = index % BLOCK;
    const atMs = block?.times[at] ?? NaN;
    if (!block || Number.isNaN(atMs)) return null;
    return { hash: block.hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES), atMs };
  }
}
