import { Injectable } from '@nestjs/common';
import { type Actor, Audit, type AuditEvent } from '#libs/audit';
import type { Tx } from '#libs/database';
import { JobQueue } from '#libs/jobs';
import { WrapStore } from '#libs/wraps';
import type { AccessRequest } from '../access-request.js';
import {
  isTerminal,
  type RequestEffect,
  type RequestEvent,
  type RequestStatus,
  transition,
} from '../domain/request-state.js';
import { type TransitionDetails, RequestStore } from '../requests.store.js';
import { requestErrors } from '../requests.errors.js';

/** Applies transitions: status, effects and audit event in one transaction. */
@Injectable()
export class RequestTransitions {
  constructor(
    private readonly store: RequestStore,
    private readonly wraps: WrapStore,
    private readonly jobs: JobQueue,
    private readonly audit: Audit,
  ) {}

  /**
   * Applies an event to a locked request.
   *
   * @throws DomainError request_status_invalid_transition where the table has no such transition
   */
  async apply(
    tx: Tx,
    request: AccessRequest,
    event: RequestEvent,
    by: { actor: Actor; audit: AuditEvent; details?: TransitionDetails },
  ): Promise<void> {
    const next = transition(
      { type: request.type, status: request.stored_status, claimed: request.claimed },
      event,
    );
    if (!next) throw requestErrors.statusInvalidTransition();
    this.store.transition(tx, request.id, next.to, isTerminal(request.type, next.to), by.details ?? {});
    await this.audit.record(tx, by.audit);
    for (const effect of next.effects) await this.applyEffect(tx, request, effect, by.actor);
  }

  /**
   * Applies an event that ends all these requests, in a fixed number of statements.
   *
   * @param requests locked and unclaimed
   */
  async endAll(
    tx: Tx,
    requests: readonly OpenRequest[],
    event: RequestEvent,
    by: { actor: Actor; audit: (request: OpenRequest) => AuditEvent },
  ): Promise<void> {
    if (requests.length === 0) return;
    const ids = requests.map((request) => request.id);
    await this.store.endAll(
      tx,
      ids,
      requests.map((request) => finalStatusOf(request, event)),
    );
    await this.audit.record(tx, ...requests.map(by.audit));
    await this.jobs.endOfRequests(tx, ids, by.actor);
    await this.wraps.destroyForRequests(tx, ids);
  }

  /** Applies one effect of a transition, or of a submission. A read has no agent wraps. */
  async applyEffect(tx: Tx, request: JobSubject, effect: RequestEffect, actor: Actor): Promise<void> {
    switch (effect) {
      case 'enqueue_job':
        return this.enqueue(tx, request, actor);
      case 'end_job':
        return this.jobs.endOfRequests(tx, [request.id], actor);
      case 'renew_agent_wraps':
        if (request.type === 'read') return;
        return void (await this.wraps.renew(tx, request.id, 'agent', request.wrap_ttl_approved_seconds));
      case 'renew_requester_wraps':
        return this.renewRequesterWraps(tx, request, request.wrap_ttl_approved_seconds);
      case 'keep_requester_wraps':
        return this.renewRequesterWraps(tx, request, request.wrap_ttl_claimed_seconds);
      case 'destroy_agent_wraps':
        return request.type === 'read' ? undefined : this.wraps.destroyForRequest(tx, request.id, 'agent');
      case 'destroy_wraps':
        return this.wraps.destroyForRequest(tx, request.id);
    }
  }

  /** Extends requester wraps, except those under an open reveal session, which expire with it (D34). */
  async renewRequesterWraps(
    tx: Tx,
    request: Pick<JobSubject, 'id' | 'reveal_open'>,
    seconds: number,
  ): Promise<void> {
    if (!request.reveal_open) await this.wraps.renew(tx, request.id, 'requester', seconds);
  }

  private enqueue(tx: Tx, request: JobSubject, actor: Actor): void {
    this.jobs.enqueue(tx, {
      actor,
      kind: request.type === 'read' ? 'read' : 'patch',
      requestId: request.id,
      connectionId: request.provider_connection_id,
      clusterName: request.cluster_name,
      secretRef: request.secret_ref,
      keys: request.keys,
      valueTtlSeconds: request.wrap_ttl_claimed_seconds,
      correlationId: request.correlation_id,
    });
  }
}

/** Returns the final status of an unclaimed request. @throws DomainError request_status_invalid_transition */
function finalStatusOf({ type, status }: OpenRequest, event: RequestEvent): RequestStatus {
  const next = transition({ type, status, claimed: false }, event);
  if (!next || !isTerminal(type, next.to) || !next.effects.includes('destroy_wraps'))
    throw requestErrors.statusInvalidTransition();
  return next.to;
}

/** The columns needed to end a request. `status` is the stored one. */
export type OpenRequest = Pick<AccessRequest, 'id' | 'type' | 'status' | 'correlation_id'>;

/** The columns that a job is created from. */
export type JobSubject = Pick<
  AccessRequest,
  | 'id'
  | 'type'
  | 'provider_connection_id'
  | 'cluster_name'
  | 'secret_ref'
  | 'keys'
  | 'correlation_id'
  | 'wrap_ttl_approved_seconds'
  | 'wrap_ttl_claimed_seconds'
> &
  Partial<Pick<AccessRequest, 'reveal_open'>>;
