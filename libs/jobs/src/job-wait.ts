/** One parked poll. A notification that comes between two waits is kept for the next one. */
export class JobWait {
  private woken = false;
  private release: (() => void) | null = null;

  /** @param leave takes it off the lists of the parked */
  constructor(readonly leave: () => void) {}

  wake(): void {
    this.woken = true;
    this.release?.();
  }

  /** Resolves when woken, after `milliseconds`, or when the signal aborts, whichever comes first. */
  async next(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (!this.woken && !signal.aborted) await this.park(milliseconds, signal);
    this.woken = false;
  }

  private park(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.release = null;
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      signal.addEventListener('abort', done, { once: true });
      this.release = done;
    });
  }
}
