/**
 * One parked poll. A notification that comes between two waits is kept for the next one. There are thousands: what it
 * holds is a timer and a promise, and only while it waits.
 */
export class JobWait {
  /** Under which names it was told of jobs since it last looked. */
  private wakeups: string[] = [];
  private over = false;
  private release: (() => void) | null = null;

  /** @param leave takes it off the lists of the parked */
  constructor(readonly leave: () => void) {}

  /** Nobody waits for its answer any more, or it has to be given now. */
  get ended(): boolean {
    return this.over;
  }

  /** It was told of a job and has not looked since. */
  get heard(): boolean {
    return this.wakeups.length > 0;
  }

  wake(name: string): void {
    this.wakeups.push(name);
    this.release?.();
  }

  /** What it heard; from now on it has heard nothing. */
  take(): string[] {
    const { wakeups } = this;
    this.wakeups = [];
    return wakeups;
  }

  end(): void {
    this.over = true;
    this.release?.();
  }

  /** Resolves when woken, when ended, or after `milliseconds`, whichever comes first; gives what it heard. */
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
