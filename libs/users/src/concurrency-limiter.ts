import { httpErrors } from '#libs/core';

/** Runs at most `maxRunning` jobs at once and lets at most `maxQueued` others wait, in order. */
export class ConcurrencyLimiter {
  private active = 0;
  private readonly queue: (() => void)[] = [];

  constructor(
    private readonly maxRunning: number,
    private readonly maxQueued: number,
  ) {}

  /** Runs the job when its turn comes. @throws DomainError rate_limited when the queue is full */
  async run<Result>(job: () => Promise<Result>): Promise<Result> {
    await this.enter();
    try {
      return await job();
    } finally {
      this.leave();
    }
  }

  private async enter(): Promise<void> {
    if (this.active < this.maxRunning) {
      this.active += 1;
      return;
    }
    if (this.queue.length >= this.maxQueued) throw httpErrors.rateLimited(5);
    await new Promise<void>((resolve) => this.queue.push(resolve));
  }

  /** Hands the slot straight to the next job in the queue, so that a new call can't overtake it. */
  private leave(): void {
    const next = this.queue.shift();
    if (next) next();
    else this.active -= 1;
  }
}
