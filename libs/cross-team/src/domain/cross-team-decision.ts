import {
  type Grant,
  holdsAnywhere,
  holdsAt,
  holdsGlobally,
  type Permission,
  type Place,
} from '#libs/permissions';
import type { ActorFacts, RequestStatus } from '#libs/requests';
import { type PersonAction, type Relation, type Snapshot, type Stage, STAGES } from './cross-team-stage.js';
import { nextStage, outcomeOf, type TableRefusal } from './cross-team-table.js';

/** Error codes of refused actions on a cross-team request. */
export type CrossTeamRefusal =
  | TableRefusal
  | 'permission_denied'
  | 'out_of_scope_team'
  | 'out_of_scope_project'
  | 'request_status_invalid_transition';

/** The facts for a decision. `status` is the stored one. */
export interface CrossTeamFacts {
  readonly status: RequestStatus;
  readonly overdue: boolean;
  readonly minApprovers: number;
  readonly requiresSecurityApproval: boolean;
  readonly requesterId: string;
  readonly fillerId: string | null;
  readonly sourceVoterIds: readonly string[];
  readonly securityVoterIds: readonly string[];
  /** The voters who are active and still hold the permission by which they voted (D100). */
  readonly validVoterIds: readonly string[];
  readonly source: Place;
  readonly targetTeam: Place;
}

export type CrossTeamDecision =
  | { readonly refusal: CrossTeamRefusal; readonly permission: Permission | null }
  | { readonly refusal: null; readonly next: Stage };

/** The permission that an action requires; cancelling requires none, but being the requester. */
export const AUTHORITY: Readonly<Record<PersonAction, Permission | null>> = {
  fill: 'secret.value.provide',
  refuse: 'secret.value.provide',
  cancel: null,
  approve_source: 'secret.approve',
  reject_source: 'secret.approve',
  approve_security: 'secret.security.approve',
  reject_security: 'secret.security.approve',
};

/** Returns the decision on a user's action: authorization first, then the table (D37). */
export function decide(facts: CrossTeamFacts, action: PersonAction, actor: ActorFacts): CrossTeamDecision {
  const permission = AUTHORITY[action];
  const unauthorized = permission && refuseAuthority(facts, permission, actor.grants);
  if (unauthorized) return { refusal: unauthorized, permission };
  const outcome = outcomeOf(stageOf(facts, action), action, relationOf(facts, actor.userId));
  if (outcome.kind === 'done' && repeatsInvalidVote(facts, actor.userId))
    return { refusal: 'duplicate_vote', permission };
  if (outcome.kind === 'done') return { refusal: null, next: nextStage(outcome.next, snapshotOf(facts)) };
  return {
    refusal: outcome.kind === 'refused' ? outcome.code : 'cross_team_status_invalid_transition',
    permission,
  };
}

/** A vote may be repeated only by a user who may vote now: a vote is invalid if its voter lost the permission. */
function repeatsInvalidVote(
  { sourceVoterIds, securityVoterIds, validVoterIds }: CrossTeamFacts,
  userId: string,
): boolean {
  const voted = sourceVoterIds.includes(userId) || securityVoterIds.includes(userId);
  return voted && !validVoterIds.includes(userId);
}

function refuseAuthority(
  facts: CrossTeamFacts,
  permission: Permission,
  grants: readonly Grant[],
): CrossTeamRefusal | null {
  if (permission === 'secret.security.approve')
    return holdsGlobally(grants, permission) ? null : 'permission_denied';
  if (!holdsAnywhere(grants, permission)) return 'permission_denied';
  const [place, refusal] =
    permission === 'secret.approve'
      ? ([facts.source, 'out_of_scope_project'] as const)
      : ([facts.targetTeam, 'out_of_scope_team'] as const);
  return holdsAt(grants, permission, place) ? null : refusal;
}

/** Returns the request's stage for this action; without one, its stage for any caller. */
export function stageOf(facts: CrossTeamFacts, action?: PersonAction): Stage {
  if (facts.status === 'pending_values') return facts.overdue ? 'overdue' : 'awaiting_values';
  if (facts.status === 'pending_verification') return verificationStage(facts, action);
  if (facts.status in STAGES) return facts.status as Stage;
  throw new Error(`No cross-team request is ${facts.status}.`);
}

/**
 * Invalid votes are ignored. When a voter has regained the permission, both votes may be valid without a decision: then the
 * one that is cast (again) decides.
 */
function verificationStage(facts: CrossTeamFacts, action: PersonAction | undefined): Stage {
  if (!facts.requiresSecurityApproval) return 'awaiting_source';
  const source = countValid(facts, facts.sourceVoterIds) > 0;
  const security = countValid(facts, facts.securityVoterIds) > 0;
  if (source && security) return action === 'approve_source' ? 'awaiting_source_last' : 'awaiting_security';
  if (source) return 'awaiting_security';
  return security ? 'awaiting_source_last' : 'awaiting_both';
}

/** Returns how many of these voters' approvals are valid. */
export function countValid(
  { validVoterIds }: Pick<CrossTeamFacts, 'validVoterIds'>,
  voterIds: readonly string[],
): number {
  return voterIds.filter((id) => validVoterIds.includes(id)).length;
}

/** Returns the user's relation to the request. */
function relationOf(facts: CrossTeamFacts, userId: string): Relation {
  if (userId === facts.requesterId) return 'requester';
  if (userId === facts.fillerId) return 'filler';
  if (facts.sourceVoterIds.includes(userId)) return 'source_voter';
  return facts.securityVoterIds.includes(userId) ? 'security_voter' : 'other';
}

/** Returns which votes the request needs, as frozen at submission. */
export function snapshotOf(
  facts: Pick<CrossTeamFacts, 'minApprovers' | 'requiresSecurityApproval'>,
): Snapshot {
  if (facts.minApprovers === 0) return 'no_vote';
  return facts.requiresSecurityApproval ? 'both_votes' : 'source_vote';
}
