import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/audit';
import { Database } from '#libs/database';
import { JobQueue } from '#libs/jobs';
import { DiscoveryFinisher } from './discovery-finisher.js';
import { DiscoveryRunStore, type StaleRun } from './discovery-runs.store.js';

const SWEEPER: Actor = 'system:discovery_stale';
const ERROR = 'The run did not end within twice the discovery interval.';

/** Fails runs that have taken more than twice their interval, so that the next one can start. */
@Injectable()
export class StaleDiscoveries {
  constructor(
    private readonly database: Database,
    private readonly runs: DiscoveryRunStore,
    private readonly queue: JobQueue,
    private readonly finish: DiscoveryFinisher,
  ) {}

  /** Returns the seconds for which the oldest stale run has not been failed; 0 without one. */
  lateness(): Promise<number> {
    return this.runs.lateness('stale');
  }

  /** Fails stale runs, and returns how many. */
  async sweep(): Promise<number> {
    const stale = [...(await this.runs.stale('connection')), ...(await this.runs.stale('target'))];
    let failed = 0;
    for (const run of stale) if (await this.endStale(run)) failed += 1;
    return failed;
  }

  /** Ends the run and its job, whose agent then gets job_not_claimed. Locks the job first, like a report. */
  private async endStale(run: StaleRun): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      if (run.jobId !== null) await this.queue.end(tx, run.jobId, 'discovery_stale', SWEEPER);
      const by = { jobId: run.jobId, attempt: 0, actor: SWEEPER };
      return this.finish.fail(tx, run, by, ERROR, 'discovery_stale');
    });
  }
}
