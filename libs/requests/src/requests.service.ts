import { Injectable } from '@nestjs/common';
import { actorOf, Audit } from '#libs/audit';
import { Database, type Tx } from '#libs/database';
import type { Caller } from '#libs/permissions';
import { type AccessRequest, factsOf } from './access-request.js';
import { Approvals } from './approvals.service.js';
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
    private readonly approvals: Approvals,
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
    await this.finish(caller, 'request.approve', await this.approvals.approve(caller, id, input.comment));
  }

  /** Records the caller's rejection, which rejects the request. @throws DomainError as `approve` does */
  async reject(caller: Caller, id: string, input: { actorId?: string; reason: string }): Promise<void> {
    assertOwnName(caller, input.actorId);
    await this.decide(caller, 'request.reject', async (tx) => {
      const request = await this.locked(tx, id);
      const refusal = await this.rejection(tx, caller, request, input.reason);
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
      const request = await this.locked(tx, id);
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
    await this.finish(caller, action, await this.database.transaction(work));
  }

  private async finish(caller: Caller, action: Action, { request, refusal }: Decided): Promise<void> {
    if (refusal === null) return;
    await this.audit.refuse(
      refusalError(refusal),
      requestEvents.denied(actorOf(caller), action, request, refusal),
    );
  }

  private async locked(tx: Tx, id: string): Promise<AccessRequest> {
    const locked = await this.expiry.lock(tx, id);
    if (!locked) throw requestErrors.notFound();
    return locked.request;
  }

  private async rejection(
    tx: Tx,
    caller: Caller,
    request: AccessRequest,
    reason: string,
  ): Promise<Refusal | null> {
    const refusal = refuseVote(factsOf(request), caller, 'reject');
    if (refusal !== null) return refusal;
    const vote = {
      requestId: request.id,
      voterId: caller.userId,
      decision: 'reject',
      comment: reason,
    } as const;
    return (await this.store.vote(tx, vote)) ? null : 'duplicate_vote';
  }
}

/** People act in their own name: a body may repeat it, but name nobody else (D9). */
function assertOwnName(caller: Caller, actorId: string | undefined): void {
  if (actorId !== undefined && actorId.toLowerCase() !== caller.userId) throw requestErrors.actorMismatch();
}
