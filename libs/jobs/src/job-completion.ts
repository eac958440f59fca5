import { Injectable } from '@nestjs/common';
import { Audit } from '#libs/audit';
import { Database, type Tx } from '#libs/database';
import type { JobEnd } from './domain/job-ends.js';
import { completion, type Outcome, statusAfter } from './domain/job-holding.js';
import { JobKinds } from './job-kinds.js';
import type { Job, SkippedNames } from './job.js';
import { JobStore } from './job.store.js';
import { jobErrors } from './jobs.errors.js';
import { jobEvents } from './jobs.events.js';
import { sanitizeError } from './sanitize-error.js';

const UNSPECIFIED: JobEnd = 'unspecified';

export interface JobReport {
  readonly status: Outcome;
  /** The agent's error text; it is sanitized before it is stored or passed to a hook. */
  readonly error?: string;
  /** The attempt that the report is about; defaults to the current one. */
  readonly attempt?: number;
  /** What a discovery skipped; absent if nothing was, and from agents of earlier versions. */
  readonly skipped_secrets?: number;
  readonly skipped_keys?: number;
}

/** Completes jobs by the reports of their agents. */
@Injectable()
export class JobCompletion {
  constructor(
    private readonly database: Database,
    private readonly store: JobStore,
    private readonly kinds: JobKinds,
    private readonly audit: Audit,
  ) {}

  /**
   * Ends a job that the agent holds. Reporting the same status again does nothing.
   *
   * @throws DomainError job_not_found, job_not_claimed (D80), job_incomplete
   */
  async complete(agentId: string, jobId: string, report: JobReport): Promise<void> {
    await this.database.transaction(async (tx) => {
      const job = await this.store.lock(tx, jobId);
      const step = job ? completion(job, agentId, report.status, report.attempt) : 'never_held';
      if (!job || step === 'never_held') throw jobErrors.notFound();
      if (step === 'lost') throw jobErrors.notClaimed();
      if (step === 'apply') await this.apply(tx, job, report);
    });
  }

  private async apply(tx: Tx, job: Job, report: JobReport): Promise<void> {
    const status = statusAfter(job.status, report.status) as Outcome;
    const error = errorOf(report);
    this.store.finish(tx, job.id, status, error);
    const ended: Job = { ...job, status, error };
    const owner = this.kinds.of(job.kind);
    await (error === null
      ? owner.succeeded?.(tx, ended, skippedOf(report))
      : owner.failed?.(tx, ended, error));
    await this.audit.record(tx, jobEvents.completed(ended));
  }
}

function skippedOf({ skipped_keys: keys, skipped_secrets: secrets }: JobReport): SkippedNames | null {
  return keys === undefined && secrets === undefined ? null : { keys: keys ?? 0, secrets: secrets ?? 0 };
}

function errorOf({ status, error }: JobReport): string | null {
  return status === 'failed' ? sanitizeError(error ?? '') || UNSPECIFIED : null;
}
