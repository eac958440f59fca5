/** Counts by key. Keys at zero take no memory. */
export class KeyedCounts {
  readonly #counts = new Map<string, number>();

  /** The number of keys above zero. */
  get size(): number {
    return this.#counts.size;
  }

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: string, change: 1 | -1): void {
    const count = this.of(key) + change;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}
