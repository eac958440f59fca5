import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import type { JobStatus } from './domain/job-state.js';
import { JOB_COLUMNS } from './job-columns.js';
import type { JobKind } from './job.js';
import { jobErrors } from './jobs.errors.js';

/** A job as administrators see it. */
export interface JobSummary {
  readonly id: string;
  readonly kind: JobKind;
  readonly status: JobStatus;
  readonly connectionId: string | null;
  readonly requestId: string | null;
  readonly agentId: string | null;
  readonly attempt: number;
  readonly error: string | null;
  readonly correlationId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Reads jobs. */
@Injectable()
export class JobReadModel {
  constructor(private readonly database: Database) {}

  /** @throws DomainError job_not_found */
  async get(id: string): Promise<JobSummary> {
    const sql = `SELECT ${JOB_COLUMNS}, created_at AS "createdAt", updated_at AS "updatedAt" FROM jobs WHERE id = $1`;
    const [job] = await this.database.query<JobSummary>(sql, [id]);
    if (!job) throw jobErrors.notFound();
    return job;
  }
}
