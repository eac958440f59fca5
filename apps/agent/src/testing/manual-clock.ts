import type { Clock } from '../clock.js';

/** Waits from this length on last until the test ends them; shorter ones pass at once. */
const LONG_MS = 10_000;

/** Time under a test's control: every wait is recorded, the clock moves by what was waited for. */
export class ManualClock implements Clock {
  readonly waits: number[] = [];
  /** Milliseconds since the start. */
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
