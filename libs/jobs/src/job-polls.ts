import { Injectable } from '@nestjs/common';
import { JobClaims } from './job-claims.js';
import { JobWaiters } from './job-waiters.js';
import type { Claimer, ClaimedJob } from './job.js';

/** Claims that wait for a job to appear. */
@Injectable()
export class JobPolls {
  constructor(
    private readonly claims: JobClaims,
    private readonly waiters: JobWaiters,
  ) {}

  /**
   * Claims the next job for this agent, and waits for one; null when none came within `waitSeconds`, when the client has gone (`gone` aborts) or
   * when the process stops.
   *
   * @param stillActive asked after a wait that brought no job: an agent revoked meanwhile gets none, and waits no more
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
    // What it was told: as long as it did not look in vain, there may be a job of which no other poll was told.
    let wakeups: readonly string[] = [];
    try {
      for (;;) {
        const job = await this.claims.claim(agent, wanted);
        // A claim that is not wanted any more did not look: its wakeups belong to another poll.
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
