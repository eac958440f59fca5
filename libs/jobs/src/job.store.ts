import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import type { JobEnd } from './domain/job-ends.js';
import { OFFERED } from './claim-sql.js';
import type { JobRouting } from './job-announcer.js';
import { type Job, JOB_COLUMNS } from './job.js';

const RELEASE = `UPDATE jobs SET status = 'queued', lease_expires_at = NULL, updated_at = clock_timestamp()
  WHERE agent_id = $1 AND status = 'claimed'
  RETURNING id, provider_connection_id AS "connectionId", cluster_name AS "clusterName"`;

/** Ends a job without an agent, so that a late report gets job_not_claimed (D80). */
const FAIL = `UPDATE jobs SET status = 'failed', error = $2, agent_id = NULL,
  finished_at = clock_timestamp(), updated_at = clock_timestamp()`;

/** Locks, ends and requeues jobs. */
@Injectable()
export class JobStore {
  /** Locks the job until the transaction ends. */
  async lock(tx: Tx, id: string): Promise<Job | null> {
    const [job] = await tx.query<Job>(`SELECT ${JOB_COLUMNS} FROM jobs WHERE id = $1 FOR UPDATE`, [id]);
    return job ?? null;
  }

  /** Ends a locked job by its agent's report. `error` is sanitized text of at most 280 characters. */
  finish(tx: Tx, id: string, status: 'succeeded' | 'failed', error: string | null): void {
    const sql = `UPDATE jobs SET status = $2, error = $3, finished_at = clock_timestamp(), updated_at = clock_timestamp()
      WHERE id = $1`;
    tx.send(sql, [id, status, error]);
  }

  /**
   * Fails the queued jobs of requests or connections and returns them. A job whose lease has expired is treated as queued
   * (D54): its former holder's report comes too late.
   */
  async endQueued(
    tx: Tx,
    of: 'request_id' | 'provider_connection_id',
    ids: readonly string[],
    error: JobEnd,
  ): Promise<Job[]> {
    const sql = `${FAIL} WHERE ${of} = ANY ($1::uuid[]) AND ${OFFERED} RETURNING ${JOB_COLUMNS}`;
    return tx.query<Job>(sql, [ids, error]);
  }

  /** Fails the job unless it has ended already, and returns it; else null. */
  async endOpen(tx: Tx, id: string, error: JobEnd): Promise<Job | null> {
    const sql = `${FAIL} WHERE id = $1 AND status IN ('queued', 'claimed') RETURNING ${JOB_COLUMNS}`;
    return (await tx.query<Job>(sql, [id, error]))[0] ?? null;
  }

  /** Requeues the agent's claimed jobs, and returns them. */
  async release(tx: Tx, agentId: string): Promise<(JobRouting & { readonly id: string })[]> {
    return tx.query(RELEASE, [agentId]);
  }
}
