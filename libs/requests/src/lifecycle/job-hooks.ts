import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Actor } from '#libs/audit';
import type { Tx } from '#libs/database';
import { type Job, jobErrors, type JobHooks, JobKinds, type JobRefusal, type JobWrap } from '#libs/jobs';
import { boundToProdSql } from '#libs/providers';
import { WrapReadModel, WrapStore } from '#libs/wraps';
import type { AccessRequest } from '../access-request.js';
import { USER_DISABLED } from './deletion-hooks.js';
import { RequestTransitions } from './request-transitions.js';
import { requestEvents } from '../requests.events.js';
import { RequestStore } from '../requests.store.js';

const QUEUE: Actor = 'system:job_queue';

/** SQL: the secret of `access_requests r` was bound to prod after the submission, which checked it (D84). */
const BOUND_TO_PROD = boundToProdSql({
  connectionId: 'r.provider_connection_id',
  ref: 'r.secret_ref',
  environmentId: 'r.environment_id',
});

/** Selects a read whose claim would change nothing in `claimed`; locks the request as `claimed` does. */
const CLAIMABLE_READ = `SELECT next.id FROM next JOIN access_requests r ON r.id = next.request_id
      JOIN provider_connections c ON c.id = r.provider_connection_id AND c.version = r.connection_version
      JOIN users u ON u.id = r.requester_id AND NOT u.disabled
    WHERE next.kind = 'read' AND r.type = 'read' AND r.status = 'approved' AND r.expires_at > clock_timestamp()
      AND NOT ${BOUND_TO_PROD}
    FOR UPDATE OF r`;

/** Applies the transitions of a patch or read request when its job is claimed, succeeds or fails. */
@Injectable()
export class RequestJobHooks implements JobHooks, OnModuleInit {
  readonly claimable = CLAIMABLE_READ;

  constructor(
    private readonly kinds: JobKinds,
    private readonly store: RequestStore,
    private readonly transitions: RequestTransitions,
    private readonly wraps: WrapStore,
    private readonly wrapRows: WrapReadModel,
  ) {}

  onModuleInit(): void {
    this.kinds.register('read', this);
    this.kinds.register('patch', this);
  }

  /**
   * Starts the last lifetime of a patch's wraps. Ends the job if the request has ended or expired (D26), its requester is
   * disabled, or its connection was changed (D100) or its secret bound to prod (D84) since the submission.
   */
  async claimed(tx: Tx, job: Job): Promise<{ wraps: readonly JobWrap[] } | JobRefusal> {
    const request = await this.lockRequest(tx, job);
    if (request?.stored_status !== 'approved') return 'request_ended';
    if (request.past_expiry && request.type !== 'cross_team')
      return this.expire(tx, request, 'request_ended');
    if (request.requester_disabled) return this.cancel(tx, request);
    if (request.connection_changed) return this.failClaim(tx, request, 'connection_changed');
    if (await this.isBoundToProd(tx, request)) return this.failClaim(tx, request, 'secret_bound_to_prod');
    return request.type === 'read' ? { wraps: [] } : this.handOut(tx, request);
  }

  /** Requires a posted value for each key of a read. @throws DomainError job_incomplete */
  async succeeded(tx: Tx, job: Job): Promise<void> {
    const request = await this.lockRequest(tx, job);
    if (request?.stored_status !== 'approved') return this.discard(tx, job);
    if (
      request.type === 'read' &&
      (await this.wraps.countForJob(tx, job.id, job.attempt)) < request.keys.length
    ) {
      throw jobErrors.incomplete();
    }
    const actor = agentOf(job);
    await this.transitions.apply(tx, request, 'succeed', {
      actor,
      audit: requestEvents.executed(actor, request),
    });
  }

  async failed(tx: Tx, job: Job, error: string): Promise<void> {
    const request = await this.lockRequest(tx, job);
    if (request?.stored_status !== 'approved') return this.discard(tx, job);
    await this.fail(tx, request, agentOf(job), error);
  }

  /** Cross-team requests are routed by their destination instead (D40). */
  private async isBoundToProd(tx: Tx, { id, type }: AccessRequest): Promise<boolean> {
    if (type === 'cross_team') return false;
    const sql = `SELECT FROM access_requests r WHERE r.id = $1 AND ${BOUND_TO_PROD}`;
    return (await tx.query(sql, [id])).length > 0;
  }

  private async handOut(tx: Tx, request: AccessRequest): Promise<{ wraps: readonly JobWrap[] } | JobRefusal> {
    const waiting = await this.wrapRows.ofAgent(tx, request.id);
    if (waiting.some((wrap) => wrap.status === 'consumed')) {
      return this.failClaim(tx, request, 'wrap_consumed');
    }
    const live = await this.wraps.renew(tx, request.id, 'agent', request.wrap_ttl_claimed_seconds);
    if (live.length < request.keys.length) return this.endForExpiredWrap(tx, request);
    if (request.type === 'cross_team') {
      await this.transitions.renewRequesterWraps(tx, request, request.wrap_ttl_claimed_seconds);
    }
    return { wraps: live.map((wrap) => ({ wrap_id: wrap.id, key_name: wrap.keyName })) };
  }

  /** A wrap that expired before the claim lets a patch expire (D26) and a cross-team request fail (D35). */
  private async endForExpiredWrap(tx: Tx, request: AccessRequest): Promise<JobRefusal> {
    if (request.type === 'patch') return this.expire(tx, request, 'wrap_expired');
    return this.failClaim(tx, request, 'wrap_expired');
  }

  private async failClaim(tx: Tx, request: AccessRequest, refusal: JobRefusal): Promise<JobRefusal> {
    await this.fail(tx, request, QUEUE, refusal);
    return refusal;
  }

  /** Cancels a request whose requester was disabled while it was claimed, under a lease that has expired since. */
  private async cancel(tx: Tx, request: AccessRequest): Promise<JobRefusal> {
    const [actor, unclaimed] = [USER_DISABLED, { ...request, claimed: false }];
    const audit = requestEvents.cancelled(actor, request, { reason: 'user_disabled' });
    await this.transitions.apply(tx, unclaimed, 'requester_disabled', { actor, audit });
    return 'request_ended';
  }

  private async expire(tx: Tx, request: AccessRequest, refusal: JobRefusal): Promise<JobRefusal> {
    const audit = requestEvents.expired(QUEUE, request, { status_before: request.stored_status });
    // The claim being refused is this transaction's own: no agent is executing the request.
    await this.transitions.apply(tx, { ...request, claimed: false }, 'expire', { actor: QUEUE, audit });
    return refusal;
  }

  private async fail(tx: Tx, request: AccessRequest, actor: Actor, error: string): Promise<void> {
    const audit = requestEvents.failed(actor, request, { error });
    await this.transitions.apply(tx, request, 'fail', { actor, audit, details: { error } });
  }

  /** Destroys the posted wraps of a request that ended in the meantime. */
  private async discard(tx: Tx, job: Job): Promise<void> {
    if (job.requestId !== null) await this.wraps.destroyForRequest(tx, job.requestId);
  }

  private async lockRequest(tx: Tx, job: Job): Promise<AccessRequest | null> {
    return job.requestId === null ? null : this.store.lockAfterJob(tx, job.requestId);
  }
}

/** Returns who ended the job: the agent that reported it, or the queue. */
function agentOf(job: Job): Actor {
  return job.agentId === null ? QUEUE : `agent:${job.agentId}`;
}
