import { Injectable } from '@nestjs/common';
import { JobClaims } from './job-claims.js';
import { JobWaiters } from './job-waiters.js';
import type { Claimer, ClaimedJob } from './job.js';

/** Long polls: claims that wait for a job. */
@Injectable()
export class JobPolls {
  constructor(
    private readonly claims: JobClaims,
    private readonly waiters: JobWaiters,
  ) {}

  /** Registers a listener for queued jobs of any process. Best effort: calls may be late or missing. */
  onQueued(listener: () => void): void {
    this.waiters.onQueued(listener);
  }

  /**
   * Claims the next job for this agent, waiting up to `waitSeconds`; null when there was none, when the client has
   * disconnected (`gone` aborts) or when the process stops.
   *
   * @param stillActive called after a wait without a job, so that the poll of an agent revoked in the meantime ends
   */
  async claim(
    agent: Claimer,
    waitSeconds: number,
    gone: AbortSignal,
    stillActive: () => Promise<boolean>,
  ): Promise<ClaimedJob | null> {
    if (waitSeconds === 0) return this.claims.claim(agent, () => !gone.aborted);
    const until = performance.now() + waitSeconds * 1000;
    const wait = this.waiters.join(agent);
    const end = (): void => wait.end();
    if (gone.aborted) end();
    gone.addEventListener('abort', end, { once: true });
    const wanted = (): boolean => !wait.ended && performance.now() < until;
    let waited = false;
    // Passed to another poll at the end, unless a claim has found nothing since: no other poll may know of the job.
    let wakeups: readonly string[] = [];
    try {
      for (;;) {
        const job = await this.claims.claim(agent, wanted);
        // A claim that is no longer wanted has not queried: its wakeups go to another poll.
        if (job || !wanted() || (waited && !(await stillActive()))) return job;
        wakeups = await wait.next(this.waiters.maxWaitMs(until - performance.now()));
        if (!wanted()) return null;
        waited = true;
      }
    } finally {
      gone.removeEventListener('abort', end);
      wait.unregister();
      this.waiters.handOff([...wakeups, ...wait.drain()]);
    }
  }
}
