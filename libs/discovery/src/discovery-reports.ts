import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { JobOwnership, jobErrors } from '#libs/jobs';
import type { DiscoveredSecret } from './domain/discovered-secret.js';
import { type PageCounts, DiscoveryPageStore } from './discovery-pages.store.js';
import { DiscoveryRunStore } from './discovery-runs.store.js';

/** Accepts the pages that agents report. */
@Injectable()
export class DiscoveryReports {
  constructor(
    private readonly database: Database,
    private readonly jobs: JobOwnership,
    private readonly runs: DiscoveryRunStore,
    private readonly pages: DiscoveryPageStore,
  ) {}

  /**
   * Writes a page of the run of the agent's job. The job is locked, so that neither its completion nor the sweep can
   * interfere.
   *
   * @throws DomainError job_not_found for another kind of job or one that the agent never held, job_not_claimed
   */
  async report(agentId: string, jobId: string, secrets: readonly DiscoveredSecret[]): Promise<PageCounts> {
    return this.database.transaction(async (tx) => {
      const job = await this.jobs.lock(tx, agentId, jobId);
      if (job.kind !== 'discover') throw jobErrors.notFound();
      const source = await this.runs.ofJob(tx, job);
      if (!source) throw jobErrors.notClaimed();
      return this.pages.write(tx, source, { jobId, attempt: job.attempt }, secrets);
    });
  }
}
