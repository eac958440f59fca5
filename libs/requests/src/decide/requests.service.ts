import { Injectable } from '@nestjs/common';
import { actorOf, Audit } from '#libs/audit';
import { Database, type Tx } from '#libs/database';
import type { Caller } from '#libs/permissions';
import { type AccessRequest, validVotersOf, factsOf } from '../access-request.js';
import { hasQuorum, type Refusal, refuseCancel, refuseVote } from '../domain/request-actions.js';
import { RequestExpiry } from '../lifecycle/request-expiry.js';
import { RequestTransitions } from '../lifecycle/request-transitions.js';
import { requestErrors } from '../requests.errors.js';
import { requestEvents } from '../requests.events.js';
import { RequestStore } from '../requests.store.js';

type Verb = 'approve' | 'reject' | 'cancel';

/** Decides patch and read requests: votes and withdrawal. */
@Injectable()
export class RequestService {
  constructor(
    private readonly database: Database,
    private readonly store: RequestStore,
    private readonly transitions: RequestTransitions,
    private readonly expiry: RequestExpiry,
    private readonly audit: Audit,
  ) {}

  /**
   * Records the caller's approval. The one that completes the quorum approves the request and queues its job.
   *
   * @param actorId the body's actor_id; defaults to the caller
   * @returns the request after the vote, before an agent can claim its job
   * @throws DomainError actor_mismatch, request_not_found, permission_denied, out_of_scope_project,
   *   request_status_invalid_transition, separation_of_duties_violated, duplicate_vote
   */
  async approve(
    caller: Caller,
    id: string,
    input: { actorId?: string; comment: string | null },
  ): Promise<AccessRequest> {
    assertActorIsCaller(caller, input.actorId);
    return this.decide(caller, id, 'approve', async (tx, request, mayVote) => {
      const refusal =
        refuseVote(factsOf(request), caller, 'approve') ?? (mayVote ? null : 'permission_denied');
      if (refusal === null) await this.recordApproval(tx, caller, request, input.comment);
      return refusal;
    });
  }

  /** Records the caller's rejection, which rejects the request, and returns it. @throws the errors of `approve` */
  async reject(
    caller: Caller,
    id: string,
    input: { actorId?: string; reason: string },
  ): Promise<AccessRequest> {
    assertActorIsCaller(caller, input.actorId);
    return this.decide(caller, id, 'reject', async (tx, request) => {
      const refusal = refuseVote(factsOf(request), caller, 'reject');
      if (refusal === null) await this.recordRejection(tx, caller, request, input.reason);
      return refusal;
    });
  }

  /**
   * Cancels the caller's own request, unless an agent has claimed its job, and returns it.
   *
   * @throws DomainError actor_mismatch, request_not_found, not_requester, request_status_invalid_transition,
   *   cross_team_status_invalid_transition
   */
  async cancel(caller: Caller, id: string, input: { actorId?: string }): Promise<AccessRequest> {
    assertActorIsCaller(caller, input.actorId);
    return this.decide(caller, id, 'cancel', async (tx, request) => {
      const refusal = refuseCancel(factsOf(request), caller);
      if (refusal !== null) return refusal;
      const actor = actorOf(caller);
      await this.transitions.apply(tx, request, 'cancel', {
        actor,
        audit: requestEvents.cancelled(actor, request),
      });
      return null;
    });
  }

  /**
   * Decides in one transaction and returns the request as the decision left it. A refusal does not roll back, so that both
   * the recorded expiry and the denial are kept.
   */
  private async decide(
    caller: Caller,
    id: string,
    verb: Verb,
    work: (tx: Tx, request: AccessRequest, mayVote: boolean) => Promise<Refusal | null>,
  ): Promise<AccessRequest> {
    const { request, refusal } = await this.database.transaction(async (tx) => {
      const { request: locked, mayVote } = await this.lock(tx, caller, id, verb);
      await this.expiry.expireIfDue(tx, locked);
      const refusal = await work(tx, locked, mayVote);
      return { request: refusal === null ? await this.store.reread(tx, locked) : locked, refusal };
    });
    if (refusal === null) return request;
    const denied = requestEvents.denied(actorOf(caller), `request.${verb}`, request, refusal);
    return this.audit.refuse(requestErrors.refused(refusal), denied);
  }

  /** @throws DomainError request_not_found */
  private async lock(
    tx: Tx,
    { userId }: Caller,
    id: string,
    verb: Verb,
  ): Promise<{ request: AccessRequest; mayVote: boolean }> {
    if (verb === 'approve') {
      const locked = await this.store.lockForApproval(tx, id, { userId, part: 'source' });
      if (locked) return locked;
    } else {
      const request = await this.store.lock(tx, id);
      if (request) return { request, mayVote: true };
    }
    throw requestErrors.notFound();
  }

  private async recordApproval(
    tx: Tx,
    caller: Caller,
    request: AccessRequest,
    comment: string | null,
  ): Promise<void> {
    const { votes, min_approvers } = request;
    const isNew = !votes.some((vote) => vote.voter_id === caller.userId);
    const approvals = validVotersOf(request).length + (isNew ? 1 : 0);
    const completesQuorum = hasQuorum(factsOf(request), approvals);
    const vote = { requestId: request.id, voterId: caller.userId, comment, completesQuorum };
    if (isNew) this.store.vote(tx, { ...vote, decision: 'approve' });
    const actor = actorOf(caller);
    const audit = requestEvents.approved(actor, request, { approvals_count: approvals, min_approvers });
    if (!completesQuorum) await this.audit.record(tx, audit);
    else await this.transitions.apply(tx, request, 'approve', { actor, audit, details: { approvals } });
  }

  private async recordRejection(
    tx: Tx,
    caller: Caller,
    request: AccessRequest,
    reason: string,
  ): Promise<void> {
    const vote = {
      requestId: request.id,
      voterId: caller.userId,
      decision: 'reject',
      comment: reason,
    } as const;
    this.store.vote(tx, vote);
    const actor = actorOf(caller);
    const audit = requestEvents.rejected(actor, request);
    await this.transitions.apply(tx, request, 'reject', { actor, audit, details: { rejectReason: reason } });
  }
}

/** Checks that the actor is the caller: users act in their own name only (D9). */
function assertActorIsCaller(caller: Caller, actorId: string | undefined): void {
  if (actorId !== undefined && actorId.toLowerCase() !== caller.userId) throw requestErrors.actorMismatch();
}
