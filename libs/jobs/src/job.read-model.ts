import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { JobStatus } from './domain/job-state.js';
import { standing } from './domain/job-holding.js';
import { JOB_COLUMNS } from './job-columns.js';
import type { Job, JobKind } from './job.js';
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
  /** @throws DomainError job_not_found */
  async byId(manager: EntityManager, id: string): Promise<JobSummary> {
    const sql = `SELECT ${JOB_COLUMNS}, created_at AS "createdAt", updated_at AS "updatedAt" FROM jobs WHERE id = $1`;
    const [job] = await manager.query<JobSummary[]>(sql, [id]);
    if (!job) throw jobErrors.notFound();
    return job;
  }

  /**
   * The job that the agent holds, without a lock: check again inside the transaction that acts on it.
   *
   * @throws DomainError job_not_found for a job it never held, job_not_claimed for one it lost (D80)
   */
  async heldBy(manager: EntityManager, agentId: string, jobId: string, attempt?: number): Promise<Job> {
    const [job] = await manager.query<Job[]>(`SELECT ${JOB_COLUMNS} FROM jobs WHERE id = $1`, [jobId]);
    return assertHeld(job ?? null, agentId, attempt);
  }

  /** The job of a request, whoever holds it. */
  async ofRequest(manager: EntityManager, requestId: string): Promise<Job | null> {
    const sql = `SELECT ${JOB_COLUMNS} FROM jobs WHERE request_id = $1`;
    const [job] = await manager.query<Job[]>(sql, [requestId]);
    return job ?? null;
  }
}

/** Gives the job back when the agent holds it. @throws DomainError as heldBy() does */
export function assertHeld(job: Job | null, agentId: string, attempt?: number): Job {
  const stand = job ? standing(job, agentId, attempt) : 'stranger';
  if (!job || stand === 'stranger') throw jobErrors.notFound();
  if (stand === 'lost') throw jobErrors.notClaimed();
  return job;
}
