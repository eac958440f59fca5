import type { Clock } from '../clock.js';

/** Waits of at least this length last until the test ends them; shorter ones pass at once. */
const LONG_MS = 10_000;

/** A clock that the test controls: every wait is recorded and advances the clock. */
export class ManualClock implements Clock {
  readonly waits: number[] = [];
  /** Elapsed milliseconds. */
  elapsed = 0;
  readonly #long = new Set<{ ms: number; end: () => void }>();
  readonly #watchers = new Set<() => void>();

  readonly random = (): number => 0.5;

  readonly now = (): number => this.elapsed;

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.waits.push(ms);
    queueMicrotask(() => {
      for (const watch of this.#watchers) watch();
    });
    if (ms < LONG_MS) {
      this.elapsed += ms;
      return new Promise((resolve) => setImmediate(resolve));
    }
    if (signal?.aborted) return;
    await new Promise<void>((resolve) => {
      this.#long.add({ ms, end: resolve });
      signal?.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  /** Resolves once a wait of exactly this length has begun. */
  async begun(ms: number): Promise<void> {
    while (!this.waits.includes(ms)) {
      await new Promise<void>((resolve) => this.#watchers.add(resolve));
    }
  }

  /** Ends every long wait of exactly this length. */
  pass(ms: number): void {
    for (const wait of this.#long) {
      if (wait.ms !== ms) continue;
      this.elapsed += ms;
      this.#long.delete(wait);
      wait.end();
    }
  }
}
