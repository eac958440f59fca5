const MOST_KEYS = 10_000;

interface Count {
  value: number;
  readonly endsAt: number;
}

/** Counts within a window for this process alone: what stands in for the cache while it is away. */
export class LocalTally {
  private readonly counts = new Map<string, Count>();

  /** Raises a count by one and returns its new value; the window begins with its first call. */
  increment(key: string, windowSeconds: number): number {
    const now = performance.now();
    const known = this.counts.get(key);
    if (known && known.endsAt > now) return (known.value += 1);
    // Beginning again at 1 writes an event too many; forgetting nothing would grow without end.
    if (this.counts.size >= MOST_KEYS) this.counts.clear();
    this.counts.set(key, { value: 1, endsAt: now + windowSeconds * 1000 });
    return 1;
  }
}
