import { Injectable } from '@nestjs/common';
import { type Actor, Audit, type AuditEvent } from '#libs/audit';
import { Database, type Tx } from '#libs/database';
import { providerErrors } from '#libs/providers';
import { Places, tenancyErrors } from '#libs/tenancy';
import { type SealedWrap, wrapEvents, WrapStore } from '#libs/wraps';
import type { SubmittedRequest } from '../access-request.js';
import { type RequestStatus, transition } from '../domain/request-state.js';
import { RequestTransitions } from '../lifecycle/request-transitions.js';
import { requestErrors } from '../requests.errors.js';
import { requestEvents } from '../requests.events.js';
import { type NewRequest, NewRequestStore } from './new-requests.store.js';

/** A request to insert, with its sealed values and the cluster of its connection. */
export type Submission = Omit<NewRequest, 'status' | 'ttlSeconds'> & {
  readonly approved: boolean;
  readonly clusterName: string | null;
  readonly wraps: readonly SealedWrap[];
};

/** Inserts a request with its wraps, its audit events and, where no vote is needed, its job. */
@Injectable()
export class RequestWriter {
  constructor(
    private readonly database: Database,
    private readonly places: Places,
    private readonly store: NewRequestStore,
    private readonly wraps: WrapStore,
    private readonly transitions: RequestTransitions,
    private readonly audit: Audit,
  ) {}

  /**
   * Returns the request as inserted.
   *
   * @throws DomainError environment_not_in_project, connection_not_found, unauthenticated
   */
  async write(actor: Actor, submission: Submission): Promise<SubmittedRequest> {
    const { approved, clusterName: _, wraps, ...request } = submission;
    const next = transition(
      { type: request.type, status: 'new', claimed: false },
      approved ? 'submit_approved' : 'submit',
    );
    if (!next) throw requestErrors.statusInvalidTransition();
    return this.database.transaction(async (tx) => {
      await this.lockEnvironment(tx, submission);
      const row = { ...request, status: next.to, ttlSeconds: lifetimeOf(submission) };
      if (!(await this.store.insert(tx, row))) throw providerErrors.connectionNotFound();
      await this.wraps.insertAll(tx, wraps, valueLifetimeOf(submission));
      await this.audit.record(tx, ...eventsOf(actor, submission, next.to));
      for (const effect of next.effects)
        await this.transitions.applyEffect(tx, jobSubjectOf(submission), effect, actor);
      return this.store.read(tx, submission.id);
    });
  }

  /** Refuses an environment that was deleted after the checks (D86). */
  private async lockEnvironment(tx: Tx, submission: Submission): Promise<void> {
    const environment = await this.places.lockEnvironmentForShare(tx, submission.environmentId);
    if (environment?.projectId !== submission.projectId) throw tenancyErrors.environmentNotInProject();
  }
}

function eventsOf(actor: Actor, submission: Submission, status: RequestStatus): AuditEvent[] {
  const { correlationId, direct, ruleId } = submission;
  const metadata = { status, direct, policy_rule_id: ruleId };
  const created = submission.wraps.map((wrap) => wrapEvents.created(actor, wrap, correlationId));
  return [requestEvents.submitted(actor, submission, metadata), ...created];
}

function valueLifetimeOf({ approved, workflow }: Submission): number {
  return approved ? workflow.wrapTtlApprovedSeconds : workflow.wrapTtlCreatedSeconds;
}

/** Limits the lifetime of a patch to that of its values (D26, D74). */
function lifetimeOf(submission: Submission): number {
  const { requestTtlSeconds } = submission.workflow;
  return submission.type === 'patch'
    ? Math.min(requestTtlSeconds, valueLifetimeOf(submission))
    : requestTtlSeconds;
}

function jobSubjectOf(submission: Submission) {
  return {
    id: submission.id,
    type: submission.type,
    provider_connection_id: submission.connectionId,
    cluster_name: submission.clusterName,
    secret_ref: submission.secretRef,
    keys: submission.keys,
    correlation_id: submission.correlationId,
    wrap_ttl_approved_seconds: submission.workflow.wrapTtlApprovedSeconds,
    wrap_ttl_claimed_seconds: submission.workflow.wrapTtlClaimedSeconds,
  };
}
