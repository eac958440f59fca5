import { Injectable } from '@nestjs/common';
import { Audit, INSERT_AUDIT_EVENT } from '#libs/audit';
import { Database, type Tx } from '#libs/database';
import { newId } from '#libs/core';
import type { JobEnd } from './domain/job-ends.js';
import { completion, type Outcome, statusAfter } from './domain/job-holding.js';
import { JobKinds } from './job-kinds.js';
import { type Job, JOB_COLUMNS, type SkippedNames } from './job.js';
import { JobStore } from './job.store.js';
import { jobErrors } from './jobs.errors.js';
import { jobEvents } from './jobs.events.js';
import { sanitizeError } from './sanitize-error.js';

const UNSPECIFIED: JobEnd = 'unspecified';

/**
 * Completes a job in one statement, for kinds whose owner has no hook at completion: ends the job if the agent holds it
 * (`ownership`) and records that. Returns a row if it did.
 * $1 job, $2 agent, $3 the reported attempt or null, $4 status, $5 error, $6 the kinds, $7 event
 */
const COMPLETE = `WITH done AS (
    UPDATE jobs SET status = $4, error = $5, finished_at = clock_timestamp(), updated_at = clock_timestamp()
    WHERE jobs.id = $1 AND jobs.status = 'claimed' AND jobs.agent_id = $2::uuid AND $2::uuid = ANY (jobs.held_by)
      AND jobs.attempt = coalesce($3::int, jobs.attempt) AND jobs.kind = ANY ($6::text[])
    RETURNING ${JOB_COLUMNS}),
  recorded AS (
    ${INSERT_AUDIT_EVENT}
    SELECT $7::uuid, 'agent:' || "agentId", 'job.complete', 'job:' || id,
      CASE status WHEN 'succeeded' THEN 'success' ELSE 'failure' END,
      jsonb_build_object('kind', kind, 'request_id', "requestId", 'attempt', attempt), "correlationId"
    FROM done)
  SELECT id FROM done`;

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
    if (!(await this.completeFast(agentId, jobId, report)))
      await this.completeWithHooks(agentId, jobId, report);
  }

  /** Ends the job if the agent holds it and its owner has no hook; returns whether it did. */
  private async completeFast(agentId: string, jobId: string, report: JobReport): Promise<boolean> {
    const kinds = this.kinds.without(report.status);
    const rows = await this.database.write(COMPLETE, [
      ...[jobId, agentId, report.attempt ?? null, report.status, errorOf(report), kinds, newId()],
    ]);
    return rows.length === 1;
  }

  private async completeWithHooks(agentId: string, jobId: string, report: JobReport): Promise<void> {
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
