import { Injectable } from '@nestjs/common';
import { actorOf, auditColumns } from '#libs/audit';
import { Database } from '#libs/database';
import { newId } from '#libs/core';
import { jobEvents, JobQueue } from '#libs/jobs';
import type { Caller } from '#libs/permissions';
import { type AccessRequest, factsOf } from './access-request.js';
import { approvalSql } from './approval-sql.js';
import { isQuorum } from './domain/quorum.js';
import { type Refusal, refuseVote } from './domain/request-actions.js';
import { type RequestTransition, transition } from './domain/request-state.js';
import { RequestExpiry } from './request-expiry.js';
import { requestErrors } from './requests.errors.js';
import { requestEvents } from './requests.events.js';
import { RequestReadModel } from './requests.read-model.js';

/** Records approvals in two round trips: one that looks, one that writes if all is still as it was. */
@Injectable()
export class Approvals {
  constructor(
    private readonly database: Database,
    private readonly read: RequestReadModel,
    private readonly expiry: RequestExpiry,
    private readonly jobs: JobQueue,
  ) {}

  /** Approves, or says why not. @throws DomainError request_not_found */
  async approve(
    caller: Caller,
    id: string,
    comment: string | null,
  ): Promise<{ request: AccessRequest; refusal: Refusal | null }> {
    for (;;) {
      const request = await this.read.current(id);
      if (!request) throw requestErrors.notFound();
      const refusal = refuseVote(factsOf(request), caller, 'approve');
      if (refusal !== null) await this.settle(request);
      if (refusal !== null || (await this.write(caller, request, comment))) return { request, refusal };
      // Another vote, an end or the clock came in between. Each moves the request on, so that this ends.
    }
  }

  private async write(caller: Caller, request: AccessRequest, comment: string | null): Promise<boolean> {
    const { voter_ids: voters, counted_voter_ids: counted } = request;
    const again = voters.includes(caller.userId);
    const approvals = counted.length + (again ? 0 : 1);
    const completes = isQuorum(factsOf(request), approvals);
    const move = completes ? transition(factsOf(request), 'approve') : null;
    const actor = actorOf(caller);
    const metadata = { approvals_count: approvals, min_approvers: request.min_approvers };
    const voted = requestEvents.approved(actor, request, metadata);
    const job = jobOf(request, move);
    const events = job ? [voted, jobEvents.enqueued(job.id, job, actor)] : [voted];
    const rows = await this.database.write(approvalSql(move, voters.length > 0), [
      ...[request.id, voters.length, counted.length, completes ? approvals : voters.length + 1],
      ...[again ? null : newId(), caller.userId, comment],
      ...auditColumns(events),
      ...(job ? [job.id, job.clusterName] : []),
    ]);
    if (rows.length === 0) return false;
    if (job) this.jobs.announce(job);
    return true;
  }

  /** What has run out of time is written down by the next actor (D74). */
  private async settle(request: AccessRequest): Promise<void> {
    if (request.status === request.stored_status) return;
    await this.database.transaction((tx) => this.expiry.lock(tx, request.id));
  }
}

function jobOf(request: AccessRequest, move: RequestTransition | null) {
  if (!move?.effects.includes('enqueue_job')) return null;
  const { id: requestId, provider_connection_id: connectionId, correlation_id: correlationId } = request;
  const kind = request.type === 'read' ? ('read' as const) : ('patch' as const);
  return { id: newId(), kind, requestId, connectionId, clusterName: request.cluster_name, correlationId };
}
