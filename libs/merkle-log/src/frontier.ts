import { hashNode, rootOver } from './merkle-hash.js';
import { type Subtree, subtreesOf } from './subtree.js';

interface Peak extends Subtree {
  readonly hash: Uint8Array;
}

/** The right edge of a growing tree: enough to append leaves and compute the root. */
export class Frontier {
  private constructor(private readonly peaks: Peak[]) {}

  /** Returns the edge of a tree without leaves. */
  static empty(): Frontier {
    return new Frontier([]);
  }

  /** Returns the edge of a tree of that size. @param hashes of its perfect subtrees, from left to right */
  static of(size: number, hashes: readonly Uint8Array[]): Frontier {
    const subtrees = subtreesOf({ start: 0, end: size });
    return new Frontier(subtrees.map((subtree, index) => ({ ...subtree, hash: hashes[index]! })));
  }

  /** The number of leaves. */
  get size(): number {
    return this.peaks.reduce((sum, { level }) => sum + 2 ** level, 0);
  }

  /** MTH of all leaves so far (RFC 6962 §2.1). */
  get root(): Uint8Array {
    return rootOver(this.peaks.map(({ hash }) => hash));
  }

  /** Appends a perfect subtree of leaves. @throws RangeError where no subtree of that level can start */
  appendSubtree(level: number, hash: Uint8Array): void {
    if (this.size % 2 ** level !== 0) throw new RangeError('no subtree of that size begins here');
    this.add({ level, position: this.size / 2 ** level, hash });
  }

  /** Appends a leaf, and calls `completed` for each perfect subtree that it completes, smallest first. */
  append(leafHash: Uint8Array, completed?: (subtree: Subtree, hash: Uint8Array) => void): void {
    this.add({ level: 0, position: this.size, hash: leafHash }, completed);
  }

  private add(added: Peak, completed?: (subtree: Subtree, hash: Uint8Array) => void): void {
    let peak = added;
    for (let left = this.peaks.at(-1); left?.level === peak.level; left = this.peaks.at(-1)) {
      this.peaks.pop();
      peak = {
        level: left.level + 1,
        position: left.position / 2,
        hash: hashNode(left.hash, peak.hash),
      };
      completed?.(peak, peak.hash);
    }
    this.peaks.push(peak);
  }
}
