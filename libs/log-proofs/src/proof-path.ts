/** The path from a node up to the root, as a verifier walks it (RFC 9162 §2.1.3.2 and §2.1.4.2). */
export class ProofPath {
  /**
   * @param node position of a node on its level
   * @param last position of the level's last node
   */
  constructor(
    private node: number,
    private last: number,
  ) {}

  /** Moves up while the node is a right child, skipping subtrees that the older tree's last leaf completed. */
  skipCompleted(): void {
    while (this.node % 2 === 1) this.up();
  }

  /** Walks to the root past `count` siblings. @returns whether each is on the left; null if the path has more or fewer */
  sides(count: number): boolean[] | null {
    const sides: boolean[] = [];
    while (sides.length < count) {
      if (this.last === 0) return null;
      sides.push(this.siblingIsLeft());
    }
    return this.last === 0 ? sides : null;
  }

  /** Moves up to the next node with a sibling in the proof, and returns whether the sibling is on the left. */
  private siblingIsLeft(): boolean {
    const isLeft = this.node % 2 === 1 || this.node === this.last;
    if (isLeft) while (this.node % 2 === 0 && this.node !== 0) this.up();
    this.up();
    return isLeft;
  }

  private up(): void {
    [this.node, this.last] = [Math.floor(this.node / 2), Math.floor(this.last / 2)];
  }
}
