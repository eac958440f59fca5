const BLOCK = 4096;
const HASH_BYTES = 32;

/** Leaf hashes by their index, in whatever order they come: 32 bytes each. */
export class LeafTable {
  private readonly blocks = new Map<number, { hashes: Buffer; there: Uint8Array }>();
  private highest = -1;
  private number = 0;

  /** How many there are. */
  get count(): number {
    return this.number;
  }

  /** One more than the highest index. */
  get end(): number {
    return this.highest + 1;
  }

  /** Gives false, and keeps the first, when that index is there already. */
  put(index: number, hash: Uint8Array): boolean {
    const block = this.blocks.get(Math.floor(index / BLOCK)) ?? {
      hashes: Buffer.alloc(BLOCK * HASH_BYTES),
      there: new Uint8Array(BLOCK),
    };
    const at = index % BLOCK;
    if (block.there[at] === 1) return false;
    block.there[at] = 1;
    block.hashes.set(hash, at * HASH_BYTES);
    this.blocks.set(Math.floor(index / BLOCK), block);
    this.highest = Math.max(this.highest, index);
    this.number += 1;
    return true;
  }

  get(index: number): Uint8Array | null {
    const block = this.blocks.get(Math.floor(index / BLOCK));
    const at = index % BLOCK;
    return block?.there[at] === 1 ? block.hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES) : null;
  }
}
