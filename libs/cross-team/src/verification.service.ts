import { Injectable } from '@nestjs/common';
import { actorOf, Audit, type AuditEvent } from '#libs/audit';
import type { Tx } from '#libs/database';
import type { Caller } from '#libs/permissions';
import { type AccessRequest, RequestTransitions, RequestStore } from '#libs/requests';
import { changesStatus, CrossTeamActions } from './cross-team-actions.js';
import { crossTeamFacts } from './cross-team-facts.js';
import { crossTeamEvents } from './cross-team.events.js';
import { countValid } from './domain/cross-team-decision.js';
import type { Stage } from './domain/cross-team-stage.js';

export interface VoteInput {
  readonly decision: 'approve' | 'reject';
  readonly votedAs: 'source' | 'security';
  readonly comment: string | null;
}

/** The votes after this one is recorded (specification, "Verify response routing"). */
export interface Verification {
  readonly vote_recorded: true;
  readonly voted_as: 'source' | 'security';
  /** Number of valid source approvals. */
  readonly source_votes: number;
  readonly security_approval_required: boolean;
  readonly security_vote_present: boolean;
  readonly next_required: ('source_approval' | 'security_approval')[];
}

/** Records votes on filled requests, by the source project and by security approvers, in either order (D38). */
@Injectable()
export class VerificationService {
  constructor(
    private readonly actions: CrossTeamActions,
    private readonly store: RequestStore,
    private readonly transitions: RequestTransitions,
    private readonly audit: Audit,
  ) {}

  /**
   * Records the caller's vote; the last missing approval approves the request and queues its job, a rejection ends
   * it.
   *
   * @throws DomainError request_not_found, permission_denied, out_of_scope_project, duplicate_vote,
   *   cross_team_status_invalid_transition, request_status_invalid_transition, separation_of_duties_violated,
   *   step_up_required
   */
  async verify(caller: Caller, requestId: string, vote: VoteInput): Promise<Verification> {
    const event = 'cross_team.verify';
    const action = { caller, requestId, event, action: `${vote.decision}_${vote.votedAs}` } as const;
    return this.actions.perform(action, async (tx, request, stage) => {
      this.record(tx, caller, request, vote);
      await this.moveOn(tx, caller, request, stage, vote);
      return verificationOf(caller, request, stage, vote);
    });
  }

  private record(tx: Tx, caller: Caller, request: AccessRequest, vote: VoteInput): void {
    if (hasVoted(caller, request)) return;
    this.store.vote(tx, { requestId: request.id, voterId: caller.userId, ...vote });
  }

  private async moveOn(
    tx: Tx,
    caller: Caller,
    request: AccessRequest,
    stage: Stage,
    vote: VoteInput,
  ): Promise<void> {
    const actor = actorOf(caller);
    const metadata = { decision: vote.decision, voted_as: vote.votedAs };
    const audit: AuditEvent = crossTeamEvents.performed(actor, 'cross_team.verify', request, metadata);
    if (!changesStatus(request, stage)) return this.audit.record(tx, audit);
    const details = vote.decision === 'reject' ? { rejectReason: vote.comment } : {};
    await this.transitions.apply(tx, request, vote.decision, { actor, audit, details });
  }
}

/** Returns whether the caller has voted. The table lets a voter act again when their vote is valid again and decides. */
function hasVoted(caller: Caller, request: AccessRequest): boolean {
  return request.votes.some((vote) => vote.voter_id === caller.userId);
}

function verificationOf(caller: Caller, request: AccessRequest, stage: Stage, vote: VoteInput): Verification {
  const facts = crossTeamFacts(request);
  const approves = (part: VoteInput['votedAs']): number =>
    vote.decision === 'approve' && vote.votedAs === part && !hasVoted(caller, request) ? 1 : 0;
  return {
    vote_recorded: true,
    voted_as: vote.votedAs,
    source_votes: countValid(facts, facts.sourceVoterIds) + approves('source'),
    security_approval_required: request.requires_security_approval,
    security_vote_present: countValid(facts, facts.securityVoterIds) + approves('security') > 0,
    next_required: STILL_REQUIRED[stage] ?? [],
  };
}

const STILL_REQUIRED: Partial<Record<Stage, Verification['next_required']>> = {
  awaiting_security: ['security_approval'],
  awaiting_source_last: ['source_approval'],
};
