import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/audit';
import { Database } from '#libs/database';
import { JobQueue } from '#libs/jobs';
import { DiscoveryFinish } from './discovery-finish.js';
import { DiscoveryRunStore, type StaleRun } from './discovery-runs.store.js';

const SWEEPER: Actor = 'system:discovery_stale';
const TEXT = 'The run did not end within twice the discovery interval.';

/** Gives up runs that have lasted longer than twice their interval, so that the next one can start. */
@Injectable()
export class StaleDiscoveries {
  constructor(
    private readonly database: Database,
    private readonly runs: DiscoveryRunStore,
    private readonly queue: JobQueue,
    private readonly finish: DiscoveryFinish,
  ) {}

  /** Returns for how many seconds the run that should have ended first has not been given up; 0 when there is none. */
  lateness(): Promise<number> {
    return this.runs.lateness('stale');
  }

  /** Fails them, and returns how many there were. */
  async sweep(): Promise<number> {
    const stale = [...(await this.runs.stale('connection')), ...(await this.runs.stale('target'))];
    let failed = 0;
    for (const run of stale) if (await this.giveUp(run)) failed += 1;
    return failed;
  }

  /** Ends the run and its job, so that its agent learns of it. The job is locked first, as by a report. */
  private async giveUp(run: StaleRun): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      if (run.jobId !== null) await this.queue.end(tx, run.jobId, 'discovery_stale', SWEEPER);
      const by = { jobId: run.jobId, attempt: 0, actor: SWEEPER };
      return this.finish.fail(tx, run, by, TEXT, 'discovery_stale');
    });
  }
}
