/**
 * One parked poll. A notification that comes between two waits is kept for the next one. There are thousands: what it
 * holds is a timer and a promise, and only while it waits.
 */
export class JobWait {
  private woken = false;
  private over = false;
  private release: (() => void) | null = null;

  /** @param leave takes it off the lists of the parked */
  constructor(readonly leave: () => void) {}

  /** Nobody waits for its answer any more, or it has to be given now. */
  get ended(): boolean {
    return this.over;
  }

  wake(): void {
    this.woken = true;
    this.release?.();
  }

  end(): void {
    this.over = true;
    this.release?.();
  }

  /** Resolves when woken, when ended, or after `milliseconds`, whichever comes first. */
  async next(milliseconds: number): Promise<void> {
    if (!this.woken && !this.over) await this.park(milliseconds);
    this.woken = false;
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
