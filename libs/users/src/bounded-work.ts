import { httpErrors } from '#libs/core';

/** Runs at most `running` jobs at once and lets at most `waiting` others queue, in order. */
export class BoundedWork {
  private active = 0;
  private readonly queue: (() => void)[] = [];

  constructor(
    private readonly running: number,
    private readonly waiting: number,
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
    if (this.active < this.running) {
      this.active += 1;
      return;
    }
    if (this.queue.length >= this.waiting) throw httpErrors.rateLimited(5);
    await new Promise<void>((resolve) => this.queue.push(resolve));
  }

  /** Hands the slot straight to the next job in the queue, so that a new call can't overtake it. */
  private leave(): void {
    const next = this.queue.shift();
    if (next) next();
    else this.active -= 1;
  }
}
