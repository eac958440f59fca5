import { Injectable } from '@nestjs/common';
import { queryIn, type Tx } from '#libs/database';
import { CLAIM_FOR_BOUND, CLAIM_FOR_CLUSTER } from './claim-sql.js';
import type { JobStatus } from './domain/job-state.js';
import { ANNOUNCED, announce, INSERT_JOB } from './enqueue-sql.js';
import { JOB_COLUMNS } from './job-columns.js';
import type { Claimer, Job, JobKind, JobTarget } from './job.js';

export interface NewJob {
  readonly kind: JobKind;
  readonly requestId: string | null;
  readonly connectionId: string | null;
  readonly clusterName: string | null;
  readonly target?: JobTarget | null;
  readonly secretRef: string | null;
  readonly keys: readonly string[];
  /** Lifetime in seconds of the wraps that the agent will post; null for kinds without values. */
  readonly valueTtlSeconds: number | null;
  readonly correlationId: string;
}

/** A job that a claim took, with what it was before. Its status is `claimed`, or `failed` when exhausted. */
export type TakenJob = Job & {
  readonly statusBefore: JobStatus;
  readonly attemptBefore: number;
  readonly agentBefore: string | null;
};

const INSERT = `WITH job AS (
    ${INSERT_JOB} VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING ${ANNOUNCED})
  ${announce('job')}`;

const RELEASE = `WITH released AS (
    UPDATE jobs SET status = 'queued', lease_expires_at = NULL, updated_at = clock_timestamp()
    WHERE agent_id = $1 AND status = 'claimed' RETURNING ${ANNOUNCED})
  ${announce('released')}`;

/** Writes jobs. */
@Injectable()
export class JobStore {
  async insert(tx: Tx, id: string, job: NewJob): Promise<void> {
    const target = job.target ? JSON.stringify(job.target) : null;
    await queryIn(tx, INSERT, [
      id,
      job.kind,
      job.requestId,
      job.connectionId,
      job.clusterName,
      target,
      job.secretRef,
      [...job.keys],
      job.valueTtlSeconds,
      job.correlationId,
    ]);
  }

  /** Takes the oldest job offered to this agent, or gives null. */
  async claim(tx: Tx, agent: Claimer, leaseSeconds: number): Promise<TakenJob | null> {
    const [job] = agent.connectionId
      ? await queryIn<TakenJob>(tx, CLAIM_FOR_BOUND, [
          agent.agentId,
          leaseSeconds,
          agent.connectionId,
          agent.clusterName,
        ])
      : await queryIn<TakenJob>(tx, CLAIM_FOR_CLUSTER, [agent.agentId, leaseSeconds, agent.clusterName]);
    return job ?? null;
  }

  /** Locks the job until the transaction ends. */
  async lock(tx: Tx, id: string): Promise<Job | null> {
    const [job] = await queryIn<Job>(tx, `SELECT ${JOB_COLUMNS} FROM jobs WHERE id = $1 FOR UPDATE`, [id]);
    return job ?? null;
  }

  /** Locks the request's job, if there is one, until the transaction ends. */
  async lockOfRequest(tx: Tx, requestId: string): Promise<void> {
    await queryIn(tx, 'SELECT id FROM jobs WHERE request_id = $1 FOR UPDATE', [requestId]);
  }

  /** Ends a job that the transaction has locked. `error` is sanitized text of at most 280 characters. */
  async finish(tx: Tx, id: string, status: 'succeeded' | 'failed', error: string | null): Promise<void> {
    const sql = `UPDATE jobs SET status = $2, error = $3, finished_at = clock_timestamp(), updated_at = clock_timestamp()
      WHERE id = $1`;
    await queryIn(tx, sql, [id, status, error]);
  }

  /** Fails what is still queued for a request or a connection, and gives the jobs as they are then. */
  async endQueued(
    tx: Tx,
    of: 'request_id' | 'provider_connection_id',
    id: string,
    error: string,
  ): Promise<Job[]> {
    const sql = `UPDATE jobs SET status = 'failed', error = $2, finished_at = clock_timestamp(), updated_at = clock_timestamp()
      WHERE ${of} = $1 AND status = 'queued' RETURNING ${JOB_COLUMNS}`;
    return queryIn<Job>(tx, sql, [id, error]);
  }

  /** Fails the job unless it has ended, and gives it as it is then; null when it had. */
  async endOpen(tx: Tx, id: string, error: string): Promise<Job | null> {
    const sql = `UPDATE jobs SET status = 'failed', error = $2, finished_at = clock_timestamp(), updated_at = clock_timestamp()
      WHERE id = $1 AND status IN ('queued', 'claimed') RETURNING ${JOB_COLUMNS}`;
    return (await queryIn<Job>(tx, sql, [id, error]))[0] ?? null;
  }

  /** Puts the agent's claimed jobs back in the queue, tells listeners, and gives their ids. */
  async release(tx: Tx, agentId: string): Promise<string[]> {
    return (await queryIn<{ id: string }>(tx, RELEASE, [agentId])).map((row) => row.id);
  }

  /** Starts the leases of the named jobs afresh, as far as the agent holds them (D52). */
  async renew(tx: Tx, agentId: string, jobIds: readonly string[], leaseSeconds: number): Promise<void> {
    const sql = `UPDATE jobs SET lease_expires_at = clock_timestamp() + make_interval(secs => $3)
      WHERE id = ANY ($2::uuid[]) AND agent_id = $1 AND status = 'claimed'`;
    await queryIn(tx, sql, [agentId, [...jobIds], leaseSeconds]);
  }
}
