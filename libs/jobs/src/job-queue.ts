import { Injectable } from '@nestjs/common';
import { type Actor, Audit, INSERT_AUDIT_EVENT, RecordedEvents } from '#libs/audit';
import { Database, type Tx } from '#libs/database';
import { newId } from '#libs/core';
import type { JobEnd } from './domain/job-ends.js';
import { JobAnnouncer } from './job-announcer.js';
import { JobKinds } from './job-kinds.js';
import type { NewJob } from './job.js';
import { JobStore } from './job.store.js';
import { jobEvents } from './jobs.events.js';

/** Queues a job and records it; takes `enqueueParameters`. */
const ENQUEUE = `WITH job AS (
    INSERT INTO jobs (id, kind, request_id, provider_connection_id, cluster_name, target, secret_ref, keys,
      value_ttl_seconds, correlation_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    RETURNING id, kind, request_id, provider_connection_id, correlation_id)
  ${INSERT_AUDIT_EVENT}
  SELECT $11::uuid, $12::text, 'job.enqueue', 'job:' || id, 'success',
    jsonb_build_object('kind', kind, 'request_id', request_id, 'provider_connection_id', provider_connection_id),
    correlation_id
  FROM job`;

/** Queues jobs, and ends those whose request or connection has ended. */
@Injectable()
export class JobQueue {
  constructor(
    private readonly database: Database,
    private readonly store: JobStore,
    private readonly kinds: JobKinds,
    private readonly audit: Audit,
    private readonly announcer: JobAnnouncer,
  ) {}

  /** Queues a job and returns its id; waiting agents are notified after the commit. */
  enqueue(tx: Tx, { actor, ...job }: NewJob & { readonly actor: Actor }): string {
    const id = newId();
    tx.send(ENQUEUE, enqueueParameters(id, job, actor));
    tx.afterCommit(() => this.announcer.announce([job]));
    return id;
  }

  /** Queues a job in one statement, for callers without a transaction. */
  async enqueueAlone({ actor, ...job }: NewJob & { readonly actor: Actor }): Promise<string> {
    const id = newId();
    await this.database.write(ENQUEUE, enqueueParameters(id, job, actor));
    this.database.afterCommit(() => this.announcer.announce([job]));
    return id;
  }

  /**
   * Locks the request's job, if there is one. Call it before locking the request: a claim locks in that order, too, and any
   * other would deadlock.
   */
  lockOfRequest(tx: Tx, requestId: string): void {
    tx.send('SELECT id FROM jobs WHERE request_id = $1 FOR UPDATE', [requestId]);
  }

  /** Fails the queued jobs of requests that have ended, as `request_ended`. Hooks are not called. */
  async endOfRequests(tx: Tx, requestIds: readonly string[], actor: Actor): Promise<void> {
    const ended = await this.store.endQueued(tx, 'request_id', requestIds, 'request_ended');
    await this.audit.record(tx, ...ended.map((job) => jobEvents.ended(job, 'request_ended', actor)));
  }

  /** Fails the queued jobs of a connection that is being deleted, and calls their owners' hooks (D86). */
  async failOfConnection(tx: Tx, connectionId: string, actor: Actor): Promise<void> {
    const failed = await this.store.endQueued(
      tx,
      'provider_connection_id',
      [connectionId],
      'connection_deleted',
    );
    await this.audit.record(tx, ...failed.map((job) => jobEvents.ended(job, 'connection_deleted', actor)));
    for (const job of failed) await this.kinds.of(job.kind).failed?.(tx, job, 'connection_deleted');
  }

  /**
   * Fails a job that is no longer needed, claimed or not. Hooks are not called.
   *
   * @param reason never an agent's text
   */
  async end(tx: Tx, jobId: string, reason: JobEnd, actor: Actor): Promise<void> {
    const job = await this.store.endOpen(tx, jobId, reason);
    if (job) await this.audit.record(tx, jobEvents.ended(job, reason, actor));
  }

  /** Requeues a revoked agent's claimed jobs and returns their ids. */
  async releaseAgent(tx: Tx, agentId: string): Promise<string[]> {
    const released = await this.store.release(tx, agentId);
    tx.afterCommit(() => this.announcer.announce(released));
    return released.map((job) => job.id);
  }
}

/** Returns the parameters of ENQUEUE, and adds its event to the current call's RecordedEvents. */
function enqueueParameters(id: string, job: NewJob, actor: Actor): unknown[] {
  RecordedEvents.add();
  const target = job.target ? JSON.stringify(job.target) : null;
  return [
    ...[id, job.kind, job.requestId, job.connectionId, job.clusterName, target, job.secretRef],
    ...[[...job.keys], job.valueTtlSeconds, job.correlationId],
    ...[newId(), actor],
  ];
}
