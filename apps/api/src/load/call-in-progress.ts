/** A call, counted until its response is closed and all work on it has ended. */
export class CallInProgress {
  private holds = 0;
  private isExempt = false;

  /** @param count adds 1 when the call begins to count, and -1 when it no longer does */
  constructor(private readonly count: (change: 1 | -1) => void) {}

  hold(): void {
    this.holds += 1;
    if (this.holds === 1 && !this.isExempt) this.count(1);
  }

  release(): void {
    this.holds -= 1;
    if (this.holds === 0 && !this.isExempt) this.count(-1);
  }

  /** Runs `work`, which may outlast the response: its client can have disconnected. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.hold();
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  /** Stops counting the call: it waits from now on, under a limit of its own. */
  exempt(): void {
    if (this.isExempt) return;
    this.isExempt = true;
    if (this.holds > 0) this.count(-1);
  }
}
