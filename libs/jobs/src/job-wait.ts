/**
 * One parked poll. A notification that comes between two waits is kept for the next one. There are thousands: what it
 * holds is a timer and a promise, and only while it waits.
 */
export class JobWait {
  /** The names by which it was woken since it last looked. */
  private wakeups: string[] = [];
  private over = false;
  private release: (() => void) | null = null;

  /** @param leave takes it off the lists of the parked */
  constructor(readonly leave: () => void) {}

  /** Its client has disconnected, or the answer is due now. */
  get ended(): boolean {
    return this.over;
  }

  /** True when it was woken and has not looked for a job since. */
  get heard(): boolean {
    return this.wakeups.length > 0;
  }

  wake(name: string): void {
    this.wakeups.push(name);
    this.release?.();
  }

  /** Takes the wakeups that have come since the last call. */
  take(): string[] {
    const { wakeups } = this;
    this.wakeups = [];
    return wakeups;
  }

  end(): void {
    this.over = true;
    this.release?.();
  }

  /** Resolves when woken, when ended, or after `milliseconds`, whichever comes first; returns what it heard. */
  async next(milliseconds: number): Promise<string[]> {
    if (!this.heard && !this.over) await this.park(milliseconds);
    return this.take();
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
