const MAX_KEYS = 10_000;

interface Count {
  value: number;
  readonly endsAt: number;
}

/** Counts in this process only, as the fallback while the cache is unavailable. */
export class LocalCounter {
  private readonly counts = new Map<string, Count>();

  /** Increments a count and returns it; the window starts with the first call. */
  increment(key: string, windowSeconds: number): number {
    const now = performance.now();
    const known = this.counts.get(key);
    if (known && known.endsAt > now) return (known.value += 1);
    // Restarting at 1 records one event too many; keeping every key would grow without bound.
    if (this.counts.size >= MAX_KEYS) this.counts.clear();
    this.counts.set(key, { value: 1, endsAt: now + windowSeconds * 1000 });
    return 1;
  }
}
