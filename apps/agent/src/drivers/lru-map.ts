/** A map that evicts the least recently used values when it is full. */
export class LruMap<Value> {
  // A Map iterates in insertion order.
  readonly #values = new Map<string, Value>();

  /**
   * @param most how many are kept
   * @param onEvicted called with each evicted value
   */
  constructor(
    private readonly most: number,
    private readonly onEvicted: (value: Value) => void = () => undefined,
  ) {}

  /** Returns the value of this key, created by `make` if there is none. */
  getOrAdd(key: string, make: () => Value): Value {
    const value = this.#values.get(key) ?? make();
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size > this.most) this.#evictOldest();
    return value;
  }

  /** Removes and returns all of them. */
  drain(): Value[] {
    const values = [...this.#values.values()];
    this.#values.clear();
    return values;
  }

  #evictOldest(): void {
    const [oldest] = this.#values;
    if (!oldest) return;
    this.#values.delete(oldest[0]);
    this.onEvicted(oldest[1]);
  }
}
