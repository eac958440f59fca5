/** The way from a node of a tree up to its root, as a verifier walks it (RFC 9162 §2.1.3.2 and §2.1.4.2). */
export class ProofPath {
  /** @param node position of a node on its level; @param last that of the level's last one */
  constructor(
    private node: number,
    private last: number,
  ) {}

  get atRoot(): boolean {
    return this.last === 0;
  }

  /** Goes up while the node is a right child: past what an older tree's last leaf completed. */
  skipCompleted(): void {
    while (this.node % 2 === 1) this.up();
  }

  /** Goes up to the next node that a proof names a sibling of, and tells whether that sibling is on the left. */
  siblingIsLeft(): boolean {
    const isLeft = this.node % 2 === 1 || this.node === this.last;
    if (isLeft) while (this.node % 2 === 0 && this.node !== 0) this.up();
    this.up();
    return isLeft;
  }

  private up(): void {
    [this.node, this.last] = [Math.floor(this.node / 2), Math.floor(this.last / 2)];
  }
}
