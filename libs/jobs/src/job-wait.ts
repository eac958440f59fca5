/**
 * One parked poll. A notification between two waits is kept for the next one. There are thousands of polls, so each holds no
 * more than a timer and a promise, and only while it waits.
 */
export class JobWait {
  /** The names by which it was woken since its last claim. */
  private wakeups: string[] = [];
  private over = false;
  private release: (() => void) | null = null;

  /** @param unregister removes it from the lists of parked polls */
  constructor(readonly unregister: () => void) {}

  /** Its client has disconnected, or the answer is due now. */
  get ended(): boolean {
    return this.over;
  }

  /** True when it was woken and has not claimed since. */
  get isNotified(): boolean {
    return this.wakeups.length > 0;
  }

  wake(name: string): void {
    this.wakeups.push(name);
    this.release?.();
  }

  /** Takes the wakeups that have come since the last call. */
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
