import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { ownership } from './domain/job-holding.js';
import { type Job, JOB_COLUMNS } from './job.js';
import { JobStore } from './job.store.js';
import { jobErrors } from './jobs.errors.js';

/** A job as of a moment of the database's clock. */
export type HeldJob = Job & { readonly foundAt: Date };

const FIND = `SELECT ${JOB_COLUMNS}, clock_timestamp() AS "foundAt" FROM jobs WHERE id = $1`;

/** Finds jobs for the agents that hold them: only the agent that claimed a job may act on it (D54). */
@Injectable()
export class JobOwnership {
  constructor(
    private readonly database: Database,
    private readonly store: JobStore,
  ) {}

  /**
   * Returns the job that the agent holds, without a lock: use lock() in a transaction that changes it.
   *
   * @throws DomainError job_not_found for a job that it never held, job_not_claimed for one that it lost (D80)
   */
  async find(agentId: string, jobId: string, attempt?: number): Promise<HeldJob> {
    const [job] = await this.database.query<HeldJob>(FIND, [jobId]);
    return assertLeaseHolder(job ?? null, agentId, attempt);
  }

  /** Locks the job, then checks it like find(). @throws the errors of find() */
  async lock(tx: Tx, agentId: string, jobId: string, attempt?: number): Promise<Job> {
    return assertLeaseHolder(await this.store.lock(tx, jobId), agentId, attempt);
  }

  /**
   * Returns the job of a request; null when there is none or the agent never held it.
   *
   * @throws DomainError job_not_claimed when it lost it
   */
  async findOfRequest(agentId: string, requestId: string): Promise<Job | null> {
    const sql = `SELECT ${JOB_COLUMNS} FROM jobs WHERE request_id = $1`;
    const [job] = await this.database.query<Job>(sql, [requestId]);
    return job && ownership(job, agentId) !== 'never_held' ? assertLeaseHolder(job, agentId) : null;
  }

  /** Returns the correlation id of a request that has a job. */
  async correlationOfRequest(requestId: string): Promise<string | undefined> {
    const sql = 'SELECT correlation_id AS "correlationId" FROM jobs WHERE request_id = $1';
    return (await this.database.query<Pick<Job, 'correlationId'>>(sql, [requestId]))[0]?.correlationId;
  }
}

function assertLeaseHolder<Held extends Job>(job: Held | null, agentId: string, attempt?: number): Held {
  const held = job ? ownership(job, agentId, attempt) : 'never_held';
  if (!job || held === 'never_held') throw jobErrors.notFound();
  if (held === 'lost') throw jobErrors.notClaimed();
  return job;
}
