/**
 * One waiting poll. A notification between two waits is kept for the next one. There are thousands of polls, so each holds
 * only a timer and a promise, and only while it waits.
 */
export class JobWait {
  /** The names that woke it since its last claim. */
  private wakeups: string[] = [];
  private over = false;
  private release: (() => void) | null = null;

  /** @param unregister removes it from the lists of waiting polls */
  constructor(readonly unregister: () => void) {}

  /** Whether its client has disconnected, or its response is due. */
  get ended(): boolean {
    return this.over;
  }

  /** Whether it was woken since its last claim. */
  get isNotified(): boolean {
    return this.wakeups.length > 0;
  }

  wake(name: string): void {
    this.wakeups.push(name);
    this.release?.();
  }

  /** Returns and clears the wakeups since the last call. */
  drain(): string[] {
    const { wakeups } = this;
    this.wakeups = [];
    return wakeups;
  }

  end(): void {
    this.over = true;
    this.release?.();
  }

  /** Resolves when woken, when ended, or after `milliseconds`, whichever comes first; returns the wakeups. */
  async next(milliseconds: number): Promise<string[]> {
    if (!this.isNotified && !this.over) await this.park(milliseconds);
    return this.drain();
  }

  private park(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.release = null;
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      this.release = done;
    });
  }
}
