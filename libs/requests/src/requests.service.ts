import { Injectable } from '@nestjs/common';
import { Audit } from '#libs/audit';
import { Database, type Tx } from '#libs/database';
import { JobQueue } from '#libs/jobs';
import { actorOf, type Caller } from '#libs/rbac';
import { type AccessRequest, factsOf } from './access-request.js';
import { isQuorum } from './domain/quorum.js';
import { type Refusal, refuseCancel, refuseVote } from './domain/request-actions.js';
import { RequestExpiry } from './request-expiry.js';
import { RequestMoves } from './request-moves.js';
import { refusalError, requestErrors } from './requests.errors.js';
import { requestEvents } from './requests.events.js';
import { RequestStore } from './requests.store.js';

type Action = 'request.approve' | 'request.reject' | 'request.cancel';

interface Decided {
  readonly request: AccessRequest;
  readonly refusal: Refusal | null;
}

/** Decides patch and read requests: votes and withdrawal. */
@Injectable()
export class RequestService {
  constructor(
    private readonly database: Database,
    private readonly store: RequestStore,
    private readonly moves: RequestMoves,
    private readonly expiry: RequestExpiry,
    private readonly jobs: JobQueue,
    private readonly audit: Audit,
  ) {}

  /**
   * Records the caller's approval; the one that completes the quorum approves the request and queues its job.
   *
   * @param actorId who the body says votes; absent is the caller
   * @throws DomainError actor_mismatch, request_not_found, permission_denied, out_of_scope_project,
   *   request_status_invalid_transition, separation_of_duties_violated, duplicate_vote
   */
  async approve(
    caller: Caller,
    id: string,
    input: { actorId?: string; comment: string | null },
  ): Promise<void> {
    assertOwnName(caller, input.actorId);
    await this.decide(caller, 'request.approve', async (tx) => {
      const request = await this.locked(tx, id);
      const refusal = await this.vote(tx, caller, request, 'approve', input.comment);
      if (refusal === null) await this.countApproval(tx, caller, request);
      return { request, refusal };
    });
  }

  /** Records the caller's rejection, which rejects the request. @throws DomainError as `approve` does */
  async reject(caller: Caller, id: string, input: { actorId?: string; reason: string }): Promise<void> {
    assertOwnName(caller, input.actorId);
    await this.decide(caller, 'request.reject', async (tx) => {
      const request = await this.locked(tx, id);
      const refusal = await this.vote(tx, caller, request, 'reject', input.reason);
      if (refusal === null) {
        const actor = actorOf(caller);
        const details = { rejectReason: input.reason };
        await this.moves.apply(tx, request, 'reject', {
          actor,
          audit: requestEvents.rejected(actor, request),
          details,
        });
      }
      return { request, refusal };
    });
  }

  /**
   * Withdraws the caller's own request while no agent works on it.
   *
   * @throws DomainError actor_mismatch, request_not_found, not_requester, request_status_invalid_transition,
   *   cross_team_status_invalid_transition
   */
  async cancel(caller: Caller, id: string, input: { actorId?: string }): Promise<void> {
    assertOwnName(caller, input.actorId);
    await this.decide(caller, 'request.cancel', async (tx) => {
      await this.jobs.lockOfRequest(tx, id);
      const request = await this.locked(tx, id);
      await this.expiry.settle(tx, request);
      const refusal = refuseCancel(factsOf(request), caller);
      if (refusal === null) {
        const actor = actorOf(caller);
        await this.moves.apply(tx, request, 'cancel', {
          actor,
          audit: requestEvents.cancelled(actor, request),
        });
      }
      return { request, refusal };
    });
  }

  /** A refusal is returned out of the transaction, so that what it found expired and the denial both stay. */
  private async decide(caller: Caller, action: Action, work: (tx: Tx) => Promise<Decided>): Promise<void> {
    const { request, refusal } = await this.database.transaction(work);
    if (refusal === null) return;
    await this.audit.recordDenial(requestEvents.denied(actorOf(caller), action, request, refusal));
    throw refusalError(refusal);
  }

  private async locked(tx: Tx, id: string): Promise<AccessRequest> {
    const request = await this.store.lock(tx, id);
    if (!request) throw requestErrors.notFound();
    return request;
  }

  private async vote(
    tx: Tx,
    caller: Caller,
    request: AccessRequest,
    decision: 'approve' | 'reject',
    comment: string | null,
  ): Promise<Refusal | null> {
    await this.expiry.settle(tx, request);
    const refusal = refuseVote(factsOf(request), caller, decision);
    if (refusal !== null) return refusal;
    const vote = { requestId: request.id, voterId: caller.userId, decision, comment };
    return (await this.store.vote(tx, vote)) ? null : 'duplicate_vote';
  }

  private async countApproval(tx: Tx, caller: Caller, request: AccessRequest): Promise<void> {
    const actor = actorOf(caller);
    const approvals = await this.store.countApproval(tx, request.id);
    const complete = isQuorum({ ...factsOf(request) }, approvals);
    const metadata = { approvals_count: approvals, min_approvers: request.min_approvers };
    const audit = requestEvents.approved(actor, request, metadata);
    if (complete) await this.moves.apply(tx, request, 'approve', { actor, audit });
    else await this.audit.record(tx, audit);
  }
}

/** People act in their own name: a body may repeat it, but name nobody else (D9). */
function assertOwnName(caller: Caller, actorId: string | undefined): void {
  if (actorId !== undefined && actorId.toLowerCase() !== caller.userId) throw requestErrors.actorMismatch();
}
